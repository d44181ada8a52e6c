import { ok, type Result, refuse } from '../../domain/result.ts';
import type { InvitationJobStore, JobRecord } from '../../ports/storage/invitation-jobs.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import type { SeenThing } from '../../watching/watched-things.ts';
import type { EventTexts, Watching } from '../../watching/watching.ts';
import type { JobView } from './job-view.ts';
import type { NoJob, OwnedJob } from './owned-job.ts';

export interface WatchJobDeps {
  readonly ownedJob: OwnedJob;
  readonly jobs: Pick<InvitationJobStore, 'find'>;
  readonly watching: Watching;
  readonly jobView: JobView;
}

/** Streams a job's progress to owners until it ends. */
export function createWatchJob({ ownedJob, jobs, watching, jobView }: WatchJobDeps) {
  const jobState = (job: JobRecord): SeenThing => ({
    text: JSON.stringify(jobView(job)),
    isOver: job.endedAt !== null,
  });
  const watchJobs = watching<string>({
    readThing: async (id) => {
      const found = await jobs.find(id);
      return found === null ? null : jobState(found);
    },
    lost: 'could not watch invitation jobs',
  });

  return async (
    owner: Owner,
    id: string,
    stop: AbortSignal,
  ): Promise<Result<EventTexts, NoJob | { readonly kind: 'too-many-watchers' }>> => {
    const job = await ownedJob(owner, id);
    if (!job.ok) return job;
    const stream = watchJobs(owner, { id, seen: jobState(job.value), stop });
    return stream === null ? refuse({ kind: 'too-many-watchers' }) : ok(stream);
  };
}
