import { hash } from 'node:crypto';
import type { AuditAction } from '@orgdesk/contract';
import { JOB_BUDGET, JOBS_OPEN_MAX } from '@orgdesk/contract/limits';
import { countingTrailFailure } from '../audit/audited.ts';
import type { AuditEvent, AuditFacts, AuditOrigin } from '../domain/audit-entry.ts';
import type { JobPerson, RunRef } from '../domain/job.ts';
import type { Runtime } from '../domain/runtime.ts';
import { AUDIT_CHANGES } from '../lib/limits/audit.ts';
import { type Result, refuse } from '../lib/result.ts';
import { randomHex, type SessionKey } from '../lib/secrets.ts';
import type { JobBounds, JobLimitRefusal, JobRecord, JobStore, NewJob, NewRow } from './store/types.ts';

export const jobEvent = (
  requester: AuditOrigin,
  action: Extract<AuditAction, `job.${string}`>,
  {
    id,
    kind,
    organizationId,
    organizationLogin,
  }: Pick<JobRecord, 'id' | 'kind' | 'organizationId' | 'organizationLogin'>,
  facts: { readonly before?: AuditFacts; readonly after?: AuditFacts } = {},
): AuditEvent => ({
  ...requester,
  organization: { id: organizationId, login: organizationLogin },
  action,
  target: { kind: 'job', id: null, name: id },
  before: facts.before ?? {},
  after: { kind, ...facts.after },
  deliveryId: null,
});

interface JobStart extends Pick<NewJob, 'kind' | 'title' | 'plan'> {
  /** Null if each request starts another job. */
  readonly key: string | null;
  readonly rows: readonly NewRow[];
  /** What a repeated request with the key must be equal in. */
  readonly content: unknown;
  readonly after: AuditFacts;
  /** Default: none. */
  readonly run?: RunRef | undefined;
  /** Version of the switch under which it may continue after a sign-out. Default: it may not. */
  readonly approvedVersion?: number | null;
}

/** `other-rows`: the key belongs to a job with other content. */
export type StartRefusal = JobLimitRefusal | { readonly kind: 'other-rows' };

/** Whoever starts a job, whether or not their session still is. */
export interface JobStarter {
  readonly session: { readonly key: SessionKey; readonly user: JobPerson };
  readonly organization: string;
  readonly organizationId: number;
}

export type StartJob = (
  owner: JobStarter,
  requester: AuditOrigin,
  start: JobStart,
) => Promise<Result<JobRecord, StartRefusal>>;

/** Stores a job, or returns the existing one with the same key. Throws `RunCancelled`. */
export function createStartJob(runtime: Runtime, jobs: JobStore, wake: () => void): StartJob {
  const { clock, entropy } = runtime;
  return async ({ session: { user, key: sessionKey }, organization, organizationId }, requester, start) => {
    const { kind, title, plan, rows, content, after, run, approvedVersion = null } = start;
    const id = randomHex(entropy, 16);
    const bodyHash = hash('sha256', JSON.stringify(content));
    const job = {
      id,
      kind,
      key: start.key ?? id,
      bodyHash,
      title,
      plan,
      organizationId,
      organizationLogin: organization,
      sessionKey,
      startedBy: { id: user.id, login: user.login },
      createdAt: clock.now(),
      requestId: requester.requestId,
      approvedVersion,
    };
    const event = jobEvent(requester, 'job.started', job, {
      after: {
        ...after,
        ...(run !== undefined && { run: run.id }),
        ...(approvedVersion !== null && { continueAfterSignOut: true }),
      },
    });
    const bounds = { ...BOUNDS[kind], changes: AUDIT_CHANGES, run };
    const created = await countingTrailFailure(runtime, jobs.create(job, rows, bounds, event));
    if (!created.ok) return created;
    if (created.value.bodyHash !== bodyHash) return refuse({ kind: 'other-rows' });
    wake();
    return created;
  };
}

const BOUNDS: Readonly<Record<NewJob['kind'], Omit<JobBounds, 'changes' | 'run'>>> = {
  invitations: { openMax: JOBS_OPEN_MAX, budget: JOB_BUDGET },
  'people-change': { openMax: JOBS_OPEN_MAX, budget: JOB_BUDGET },
  'access-export': { openMax: 1, budget: null },
  'organization-file': { openMax: JOBS_OPEN_MAX, budget: JOB_BUDGET },
};
