import { ok, type Result, refuse } from '../../domain/result.ts';
import type { JobRecord, JobStore } from '../../ports/storage/jobs.ts';
import type { JobView } from '../../shared/jobs/job-view.ts';
import type { Owner } from '../../shared/sessions/live-rights.ts';
import type { SeenThing } from '../../shared/watching/watched-things.ts';
import type { EventTexts, Watching } from '../../shared/watching/watching.ts';
import type { NoJob, OwnedJob } from './owned-job.ts';

export interface WatchJobDeps {
  readonly ownedJob: OwnedJob;
  readonly jobs: Pick<JobStore, 'find'>;
  readonly watching: Watching;
  readonly jobView: JobView;
}

export function createWatchJob({ ownedJob, jobs, watching, jobView }: WatchJobDeps) {
  const jobState = (job: JobRecord): SeenThing => ({
    text: JSON.stringify(jobView(job)),
    isOver: job.endedAt !== null,
  });
  const watchJobs = watching<string>({
    readThing: async (name) => {
      const [organizationId = '', id = ''] = name.split(' ');
      const found = await jobs.find({ organizationId: Number(organizationId), id });
      return found === null ? null : jobState(found);
    },
    lost: 'could not watch jobs',
  });

  return async (
    owner: Owner,
    id: string,
    stop: AbortSignal,
  ): Promise<Result<EventTexts, NoJob | { readonly kind: 'too-many-watchers' }>> => {
    const job = await ownedJob(owner, id);
    if (!job.ok) return job;
    const name = `${owner.organizationId} ${id}`;
    const stream = watchJobs(owner, { id: name, seen: jobState(job.value), stop });
    return stream === null ? refuse({ kind: 'too-many-watchers' }) : ok(stream);
  };
}
