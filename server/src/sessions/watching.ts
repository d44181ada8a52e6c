import { STREAM_CHECK_MS } from '../domain/limits/requests.ts';
import type { Session } from '../domain/session.ts';
import type { Clock, Log } from '../ports/system.ts';
import type { OpenStreams } from './open-streams.ts';
import type { MaySee, StillAllowed } from './still-allowed.ts';
import { createWatchedThings, type SeenThing, type WatchedThingsDeps } from './watched-things.ts';

export interface WatchingDeps {
  readonly open: OpenStreams;
  readonly stillAllowed: StillAllowed;
  readonly clock: Clock;
  readonly log: Log;
}

/** What somebody is told who watches a thing: it as JSON, or null when nothing is new for a while. */
export type Told = AsyncGenerator<string | null>;

interface Watch<Id> {
  readonly id: Id;
  /** As it is now. */
  readonly seen: SeenThing;
  /** Whether whoever has this session may go on watching. */
  readonly maySee: MaySee;
  /** Aborted when the watcher has gone, or the service stops. */
  readonly stop: AbortSignal;
}

/** Lets people watch the things of one kind; null when too many watch already, whatever they watch. */
export type WatchThings<Id> = (session: Session, watch: Watch<Id>) => Told | null;

/** Makes one for each kind of thing. All of a process share the places: a browser has few connections. */
export type Watching = ReturnType<typeof createWatching>;

/**
 * Tells a watcher how a thing is, at once and after each change, until it is over, its watcher may not see it any more, or
 * `stop`. Whoever reads slowly misses what lies in between, and nothing waits for them.
 */
export function createWatching({ open, stillAllowed, clock, log }: WatchingDeps) {
  return <Id>(of: Pick<WatchedThingsDeps<Id>, 'look' | 'lost'>): WatchThings<Id> => {
    const watchThing = createWatchedThings({ ...of, log });

    return (session, { id, seen, maySee, stop }) => {
      if (!open.enter(session, stop)) return null;
      const mayGoOn = () => stillAllowed(session.key, maySee);
      return changes((wake) => watchThing(id, seen, wake), { first: seen, mayGoOn, stop });
    };
  };

  async function* changes(
    watch: (wake: () => void) => ReturnType<ReturnType<typeof createWatchedThings>>,
    { first, mayGoOn, stop }: { first: SeenThing; mayGoOn: () => Promise<boolean>; stop: AbortSignal },
  ): Told {
    let wake = () => {};
    const watcher = watch(() => wake());
    const stopped = new Promise<false>((resolve) => {
      stop.addEventListener('abort', () => resolve(false), { once: true });
    });
    void stopped.then(() => wake());
    /** Until there is something to tell, or to check. */
    const pause = () =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, STREAM_CHECK_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    try {
      let told = first;
      yield told.text;
      let checkedAt = clock.now().getTime();
      while (!told.isOver && !stop.aborted) {
        if (watcher.seen()?.text === told.text) await pause();
        if (stop.aborted) return;
        const now = clock.now().getTime();
        if (Math.abs(now - checkedAt) >= STREAM_CHECK_MS) {
          // Whoever is asked may take long, and the end of the service waits for every answer.
          if (!(await Promise.race([mayGoOn(), stopped]))) return;
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
