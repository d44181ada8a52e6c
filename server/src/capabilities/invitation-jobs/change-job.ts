import type { AuditAction } from '@orgdesk/contract';
import type { ChangeBudget } from '../../audit-trail/change-budget.ts';
import type { JobState } from '../../domain/invitations/invitation-job.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { Session } from '../../domain/session.ts';
import type { Asked, AuditEvent, AuditFacts } from '../../ports/storage/audit-trail.ts';
import type { InvitationJobStore, JobRecord } from '../../ports/storage/invitation-jobs.ts';
import type { Clock } from '../../ports/system.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import type { JobOwner } from './job-owner.ts';
import type { JobRefusal } from './messages.ts';

export interface ChangeJobDeps {
  readonly ownedJob: JobOwner['ownedJob'];
  readonly jobs: Pick<InvitationJobStore, 'change' | 'cancel' | 'find'>;
  readonly changeBudget: ChangeBudget;
  readonly clock: Clock;
  readonly wake: () => void;
}

/** False if the job is ending or has ended. */
type Change = (job: JobRecord, owner: Owner, told: Told) => Promise<boolean>;

type Told = (action: AuditAction, after?: AuditFacts) => { readonly event: AuditEvent; readonly at: Date };

/** All changes are idempotent. */
export function createJobChanges({ ownedJob, jobs, changeBudget, clock, wake }: ChangeJobDeps) {
  const changeBy =
    (change: Change, { isLast = false } = {}) =>
    async (
      session: Session,
      asked: Asked,
      named: { readonly login: string; readonly id: string },
    ): Promise<Result<JobRecord, JobRefusal>> => {
      const owned = await ownedJob(session, named);
      if (!owned.ok) return owned;
      const { job, owner } = owned.value;
      if (!isLast) {
        const mayChange = await changeBudget(job.organizationId, owner.session.user.id, 'invitation_job');
        if (!mayChange.ok) return mayChange;
      }
      if (!(await change(job, owner, toldOf(asked, job)))) return refuse({ kind: 'over' });
      wake();
      return ok((await jobs.find(job.id)) ?? job);
    };
  const toldOf =
    (asked: Asked, job: JobRecord): Told =>
    (action, after = {}) => ({
      event: { ...jobEvent(asked, action, job), before: { state: job.state }, after },
      at: clock.now(),
    });
  const going = () => ({ state: 'active', stop: null, tries: 0, nextAt: clock.now() }) as const;

  return {
    pause: changeBy(({ id, state }, _owner, told) => {
      const paused = state === 'paused' ? null : told('invitation_job.paused');
      return jobs.change(id, UNENDED, { state: 'paused', stop: null }, paused);
    }),
    resume: changeBy(async ({ id, state }, _owner, told) =>
      state === 'active' ? true : jobs.change(id, UNENDED, going(), told('invitation_job.resumed')),
    ),
    cancel: changeBy(({ id, state }, _owner, told) => {
      const cancelled = state === 'cancelling' ? null : told('invitation_job.cancelled').event;
      return jobs.cancel(id, clock.now(), cancelled);
    }, LAST),
    takeOver: changeBy(({ id, runBy }, { session: { user, key } }, told) => {
      const runs = { by: { id: user.id, login: user.login }, sessionKey: key };
      const taken = told('invitation_job.taken_over', { from: runBy.login });
      return jobs.change(id, UNENDED, { ...going(), runs }, taken);
    }),
  };
}

export const jobEvent = (
  asked: Asked,
  action: AuditAction,
  { id, organizationId, organizationLogin }: Pick<JobRecord, 'id' | 'organizationId' | 'organizationLogin'>,
): AuditEvent => ({
  ...asked,
  organization: { id: organizationId, login: organizationLogin },
  action,
  target: { kind: 'job', id: null, name: id },
  before: {},
  after: {},
  deliveryId: null,
});

/** Cancelling does not count against the limit of changes. */
const LAST = { isLast: true };
const UNENDED: readonly JobState[] = ['active', 'paused', 'stopped'];
