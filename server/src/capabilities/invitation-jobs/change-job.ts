import type { AuditAction } from '@orgdesk/contract';
import type { JobState } from '../../domain/invitations/invitation-job.ts';
import { AUDIT_CHANGES } from '../../domain/limits/audit-trail.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { AuditEvent, AuditFacts, AuditOrigin, TooManyChanges } from '../../ports/storage/audit-trail.ts';
import type { ChangeEntry, InvitationJobStore, JobRecord } from '../../ports/storage/invitation-jobs.ts';
import type { Clock } from '../../ports/system.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import type { NoJob, OwnedJob } from './owned-job.ts';

export interface ChangeJobDeps {
  readonly ownedJob: OwnedJob;
  readonly jobs: Pick<InvitationJobStore, 'changeWithEntry' | 'cancel' | 'find'>;
  readonly clock: Clock;
  readonly wake: () => void;
}

/** False if the job is ending or has ended. */
type ApplyJobChange = (
  job: JobRecord,
  owner: Owner,
  createEventFor: CreateEvent,
) => Promise<Result<boolean, TooManyChanges>>;

type CreateEvent = (action: AuditAction, after?: (before: Pick<JobRecord, 'runBy'>) => AuditFacts) => ChangeEntry;

/** All changes are idempotent. */
export function createJobChanges({ ownedJob, jobs, clock, wake }: ChangeJobDeps) {
  const changeBy =
    (change: ApplyJobChange) =>
    async (
      owner: Owner,
      requester: AuditOrigin,
      id: string,
    ): Promise<Result<JobRecord, NoJob | TooManyChanges | { readonly kind: 'over' }>> => {
      const owned = await ownedJob(owner, id);
      if (!owned.ok) return owned;
      const job = owned.value;
      const changed = await change(job, owner, createEventFor(requester, job));
      if (!changed.ok) return changed;
      if (!changed.value) return refuse({ kind: 'over' });
      wake();
      return ok((await jobs.find(job.id)) ?? job);
    };
  const createEventFor =
    (requester: AuditOrigin, job: JobRecord): CreateEvent =>
    (action, after = () => ({})) => ({
      entry: (before) => ({
        ...jobEvent(requester, action, job),
        before: { state: before.state },
        after: after(before),
      }),
      at: clock.now(),
      within: AUDIT_CHANGES,
    });
  const going = () => ({ state: 'active', stop: null, tries: 0, nextAt: clock.now() }) as const;

  return {
    pause: changeBy(({ id }, _owner, eventFor) =>
      jobs.changeWithEntry(id, UNENDED, { state: 'paused', stop: null }, eventFor('invitation_job.paused')),
    ),
    resume: changeBy(({ id }, _owner, eventFor) =>
      jobs.changeWithEntry(id, UNENDED, going(), eventFor('invitation_job.resumed')),
    ),
    /** Has no rate limit: a job can be cancelled only once. */
    cancel: changeBy(async (job, _owner, eventFor) => {
      const entry = job.state === 'cancelling' ? null : eventFor('invitation_job.cancelled').entry(job);
      return ok(await jobs.cancel(job.id, clock.now(), entry));
    }),
    takeOver: changeBy(({ id }, { session: { user, key } }, eventFor) => {
      const runs = { by: { id: user.id, login: user.login }, sessionKey: key };
      const taken = eventFor('invitation_job.taken_over', ({ runBy }) => ({ from: runBy.login }));
      return jobs.changeWithEntry(id, UNENDED, { ...going(), runs }, taken);
    }),
  };
}

export const jobEvent = (
  requester: AuditOrigin,
  action: AuditAction,
  { id, organizationId, organizationLogin }: Pick<JobRecord, 'id' | 'organizationId' | 'organizationLogin'>,
): AuditEvent => ({
  ...requester,
  organization: { id: organizationId, login: organizationLogin },
  action,
  target: { kind: 'job', id: null, name: id },
  before: {},
  after: {},
  deliveryId: null,
});

const UNENDED: readonly JobState[] = ['active', 'paused', 'stopped'];
