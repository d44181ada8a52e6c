import type { AuditEvent, AuditOrigin } from '../../domain/audit-entry.ts';
import type { WorkId } from '../../domain/due-work.ts';
import { WORK_DEAD_LISTED_MAX } from '../../lib/limits/due-work.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { Clock } from '../../lib/system.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import type { DeadWork, DueWorkStore } from '../due-work/store/due-work.ts';

export interface DeadWorkDeps {
  readonly dueWork: Pick<DueWorkStore, 'dead' | 'find' | 'retry'>;
  readonly clock: Clock;
  readonly wake: () => void;
}

export function createDeadWork({ dueWork, clock, wake }: DeadWorkDeps) {
  return {
    list: ({ organizationId }: Owner): Promise<readonly DeadWork[]> =>
      dueWork.dead(organizationId, WORK_DEAD_LISTED_MAX),
    /** Returns false if it is not dead any more. */
    async retry(
      { organization, organizationId }: Owner,
      requester: AuditOrigin,
      id: string,
    ): Promise<Result<boolean, { readonly kind: 'no-work' }>> {
      const [, kind = '', key = ''] = WORK_ID.exec(id) ?? [];
      const work = { organizationId, kind, key };
      if (kind === '' || !(await dueWork.find(work))) return refuse({ kind: 'no-work' });
      const retried = await dueWork.retry(work, clock.now(), retriedWork(work, organization, requester));
      if (retried) wake();
      return ok(retried);
    },
  };
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
