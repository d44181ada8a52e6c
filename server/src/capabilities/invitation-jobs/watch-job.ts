import { ok, type Result, refuse } from '../../domain/result.ts';
import type { Session } from '../../domain/session.ts';
import type { InvitationJobStore, JobRecord } from '../../ports/storage/invitation-jobs.ts';
import type { SeenThing } from '../../sessions/watched-things.ts';
import type { Told, Watching } from '../../sessions/watching.ts';
import type { JobOwner } from './job-owner.ts';
import type { JobView } from './job-view.ts';
import type { JobRefusal } from './messages.ts';

export interface WatchJobDeps {
  readonly ownedJob: JobOwner['ownedJob'];
  readonly jobs: Pick<InvitationJobStore, 'find'>;
  readonly watching: Watching;
  readonly jobView: JobView;
}

/** Streams a job's progress to owners until it ends. */
export function createWatchJob({ ownedJob, jobs, watching, jobView }: WatchJobDeps) {
  const seenJob = (job: JobRecord): SeenThing => ({
    text: JSON.stringify(jobView(job)),
    isOver: job.endedAt !== null,
  });
  const watchJobs = watching<string>({
    look: async (id) => {
      const found = await jobs.find(id);
      return found === null ? null : seenJob(found);
    },
    lost: 'invitation jobs could not be watched any more',
  });

  return async (
    session: Session,
    named: { readonly login: string; readonly id: string },
    stop: AbortSignal,
  ): Promise<Result<Told, JobRefusal>> => {
    const owned = await ownedJob(session, named);
    if (!owned.ok) return owned;
    const { job } = owned.value;
    const maySee = async (found: Session) => (await ownedJob(found, named)).ok;
    const told = watchJobs(session, { id: job.id, seen: seenJob(job), maySee, stop });
    return told === null ? refuse({ kind: 'too-many-watchers' }) : ok(told);
  };
}
