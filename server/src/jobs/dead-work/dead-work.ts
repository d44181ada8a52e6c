import type { AuditEvent, AuditOrigin } from '../../domain/audit-entry.ts';
import type { WorkId } from '../../domain/due-work.ts';
import type { Runtime } from '../../domain/runtime.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import type { DeadWork } from '../due-work/store/due-work.ts';
import type { Jobs } from '../services.ts';

export interface DeadWorkServices {
  readonly runtime: Runtime;
  readonly jobs: Jobs;
}

/** Returns false if it is not dead any more. */
export async function retryDeadWork(
  { runtime, jobs }: DeadWorkServices,
  { organization, organizationId }: Owner,
  requester: AuditOrigin,
  id: string,
): Promise<Result<boolean, { readonly kind: 'no-work' }>> {
  const [, kind = '', key = ''] = WORK_ID.exec(id) ?? [];
  const work = { organizationId, kind, key };
  if (kind === '' || !(await jobs.dueWork.find(work))) return refuse({ kind: 'no-work' });
  const retried = await jobs.dueWork.retry(work, runtime.clock.now(), retriedWork(work, organization, requester));
  if (retried) jobs.wake();
  return ok(retried);
}

export const retriedWork = (
  { organizationId, kind, key }: WorkId,
  login: string,
  origin: Pick<AuditEvent, 'actor' | 'way' | 'requestId'>,
): AuditEvent => ({
  ...origin,
  organization: { id: organizationId, login },
  action: 'work.retried',
  target: { kind: 'job', id: null, name: key },
  before: {},
  after: { kind },
  deliveryId: null,
});

export const workIdOf = ({ kind, key }: Pick<DeadWork, 'kind' | 'key'>): string => `${kind}.${key}`;

/** Other text is not looked up: a database may refuse its characters. */
const WORK_ID = /^([a-z-]+)\.([\w-]+)$/;
