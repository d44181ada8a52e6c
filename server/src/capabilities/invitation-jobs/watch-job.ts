import { JOB_WATCHERS_MAX, JOB_WATCHERS_OF_SESSION_MAX, WATCHER_CHECK_MS } from '../../domain/limits.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { Session, SessionKey } from '../../domain/session.ts';
import type { InvitationJobStore, JobRecord } from '../../ports/invitation-jobs.ts';
import type { SessionStore } from '../../ports/storage.ts';
import type { Clock, Log } from '../../ports/system.ts';
import type { JobOwner } from './job-owner.ts';
import type { JobView } from './job-view.ts';
import type { JobRefusal } from './messages.ts';
import { createWatchedJobs, seenJob } from './watched-jobs.ts';

export interface WatchJobDeps {
  readonly ownedJob: JobOwner['ownedJob'];
  readonly jobs: Pick<InvitationJobStore, 'find'>;
  readonly sessions: Pick<SessionStore, 'find'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobView: JobView;
}

/** What somebody is told who watches a job: the job as JSON, or null when nothing is new for a while. */
export type Told = AsyncGenerator<string | null>;

/**
 * Tells how far a job is, at once and after each change, until it ends, its watcher may not see it any more, or `stop`.
 * Whoever reads slowly misses what lies in between, and nothing waits for them.
 */
export function createWatchJob({ ownedJob, jobs, sessions, clock, log, jobView }: WatchJobDeps) {
  const watch = createWatchedJobs(jobs, jobView, log);
  const ofSessions = new Map<SessionKey, number>();
  let inAll = 0;

  const count = (key: SessionKey, change: 1 | -1) => {
    const now = (ofSessions.get(key) ?? 0) + change;
    inAll += change;
    if (now === 0) ofSessions.delete(key);
    else ofSessions.set(key, now);
  };

  return async (
    session: Session,
    named: { readonly login: string; readonly id: string },
    stop: AbortSignal,
  ): Promise<Result<Told, JobRefusal>> => {
    const owned = await ownedJob(session, named);
    if (!owned.ok) return owned;
    const { key } = session;
    const isFull = inAll >= JOB_WATCHERS_MAX || (ofSessions.get(key) ?? 0) >= JOB_WATCHERS_OF_SESSION_MAX;
    if (isFull) return refuse({ kind: 'too-many-watchers' });
    const { job } = owned.value;
    const maySee = async () => {
      const found = await sessions.find(key, clock.now());
      return found !== null && (await ownedJob(found, named)).ok;
    };
    // Counted until the connection is gone: it may never be read from.
    count(key, 1);
    const uncount = () => count(key, -1);
    if (stop.aborted) uncount();
    else stop.addEventListener('abort', uncount, { once: true });
    return ok(changesOf(job, maySee, stop));
  };

  async function* changesOf(job: JobRecord, maySee: () => Promise<boolean>, stop: AbortSignal): Told {
    let wake = () => {};
    const watcher = watch(job, () => wake());
    const stopped = new Promise<false>((resolve) => {
      stop.addEventListener('abort', () => resolve(false), { once: true });
    });
    void stopped.then(() => wake());
    /** Until there is something to tell, or to check. */
    const pause = () =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, WATCHER_CHECK_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    try {
      let told = seenJob(job, jobView);
      yield told.text;
      let checkedAt = clock.now().getTime();
      while (!told.isOver && !stop.aborted) {
        if (watcher.seen()?.text === told.text) await pause();
        if (stop.aborted) return;
        const now = clock.now().getTime();
        if (Math.abs(now - checkedAt) >= WATCHER_CHECK_MS) {
          // Whoever is asked may take long, and the end of the service waits for every answer.
          if (!(await Promise.race([maySee(), stopped]))) return;
          checkedAt = now;
        }
        const seen = watcher.seen();
        if (seen === null) return;
        yield seen.text === told.text ? null : seen.text;
        told = seen;
      }
    } finally {
      watcher.leave();
    }
  }
}
