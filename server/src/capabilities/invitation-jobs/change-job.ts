import type { JobState } from '../../domain/invitation-job.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { Session } from '../../domain/session.ts';
import type { InvitationJobStore, JobRecord } from '../../ports/invitation-jobs.ts';
import type { Clock } from '../../ports/system.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import type { JobOwner } from './job-owner.ts';
import type { JobRefusal } from './messages.ts';

export interface ChangeJobDeps {
  readonly ownedJob: JobOwner['ownedJob'];
  readonly jobs: Pick<InvitationJobStore, 'change' | 'cancel' | 'find'>;
  readonly clock: Clock;
  readonly wake: () => void;
}

/** What is done to a job; false when it has ended, or is about to. */
type Change = (job: JobRecord, owner: Owner) => Promise<boolean>;

/** What an admin does to a job. The same twice is the same once; after the end there is nothing to do. */
export function createJobChanges({ ownedJob, jobs, clock, wake }: ChangeJobDeps) {
  const changeBy =
    (change: Change) =>
    async (
      session: Session,
      named: { readonly login: string; readonly id: string },
    ): Promise<Result<JobRecord, JobRefusal>> => {
      const owned = await ownedJob(session, named);
      if (!owned.ok) return owned;
      const { job, owner } = owned.value;
      if (!(await change(job, owner))) return refuse({ kind: 'over' });
      wake();
      return ok((await jobs.find(job.id)) ?? job);
    };
  const going = () => ({ state: 'active', stop: null, tries: 0, nextAt: clock.now() }) as const;

  return {
    pause: changeBy(({ id }) => jobs.change(id, UNENDED, { state: 'paused', stop: null })),
    resume: changeBy(async ({ id, state }) =>
      state === 'active' ? true : jobs.change(id, ['paused', 'stopped'], going()),
    ),
    cancel: changeBy(({ id }) => jobs.cancel(id, clock.now())),
    takeOver: changeBy(({ id }, { session: { user, key } }) => {
      const runs = { by: { id: user.id, login: user.login }, sessionKey: key };
      return jobs.change(id, UNENDED, { ...going(), runs });
    }),
  };
}

const UNENDED: readonly JobState[] = ['active', 'paused', 'stopped'];
