import { JOB_WATCH_EVERY_MS } from '../../domain/limits.ts';
import type { InvitationJobStore, JobRecord } from '../../ports/invitation-jobs.ts';
import type { Log } from '../../ports/system.ts';
import type { JobView } from './job-view.ts';

/** What is known of a job that is watched; `text` is what clients see of it, as JSON. */
export interface SeenJob {
  readonly text: string;
  readonly isOver: boolean;
}

interface WatchedJob {
  seen: SeenJob | null;
  /** Called after each change, and when there is nothing more to see. */
  readonly watchers: Set<() => void>;
}

/** One watcher's look at a job. */
export interface Watcher {
  /** As it was seen last; null when it cannot be seen any more. */
  readonly seen: () => SeenJob | null;
  readonly leave: () => void;
}

export const seenJob = (job: JobRecord, jobView: JobView): SeenJob => ({
  text: JSON.stringify(jobView(job)),
  isOver: job.endedAt !== null,
});

/**
 * Looks at the jobs somebody watches, one after the other and each once however many watch it: another instance may be
 * the one that works on them. When the database fails, all watchers are let go.
 */
export function createWatchedJobs(jobs: Pick<InvitationJobStore, 'find'>, jobView: JobView, log: Log) {
  const watched = new Map<string, WatchedJob>();
  let timer: NodeJS.Timeout | undefined;

  async function lookAtAll(): Promise<void> {
    for (const [id, job] of watched) {
      const found = await jobs.find(id);
      const seen = found === null ? null : seenJob(found, jobView);
      if (seen?.text === job.seen?.text) continue;
      job.seen = seen;
      for (const tell of job.watchers) tell();
    }
  }

  function letGo(error: unknown): void {
    log.warn({ err: error }, 'invitation jobs could not be watched any more');
    for (const job of watched.values()) {
      job.seen = null;
      for (const tell of job.watchers) tell();
    }
  }

  function schedule(): void {
    timer = setTimeout(() => {
      void lookAtAll()
        .catch(letGo)
        .then(() => {
          timer = undefined;
          if (watched.size > 0) schedule();
        });
    }, JOB_WATCH_EVERY_MS).unref();
  }

  return (job: JobRecord, tell: () => void): Watcher => {
    const place: WatchedJob = watched.get(job.id) ?? { seen: seenJob(job, jobView), watchers: new Set() };
    place.watchers.add(tell);
    watched.set(job.id, place);
    if (timer === undefined) schedule();
    return {
      seen: () => place.seen,
      leave: () => {
        place.watchers.delete(tell);
        if (place.watchers.size === 0 && watched.get(job.id) === place) watched.delete(job.id);
      },
    };
  };
}
