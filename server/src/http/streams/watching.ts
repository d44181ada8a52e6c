import { STREAM_CHECK_MS } from '../../lib/limits/requests.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import type { OpenStreams } from './open-streams.ts';
import { isStillAllowed, type StreamServices } from './still-allowed.ts';
import { createWatchedThings, type SeenThing, type WatchedKind } from './watched-things.ts';

/** An object as JSON, or null for a keep-alive. */
export type EventTexts = AsyncGenerator<string | null>;

interface Watch<Id> {
  readonly id: Id;
  readonly seen: SeenThing;
  /** Aborted when the watcher has left or the service stops. */
  readonly stop: AbortSignal;
}

/** Lets owners watch objects of one kind; null if too many streams are open. */
export type WatchThings<Id> = (owner: Owner, watch: Watch<Id>) => EventTexts | null;

/** All kinds share the stream limits, because browsers allow few connections. */
export type Watching = ReturnType<typeof createWatching>;

/**
 * Sends a watcher the state of an object, at once and after each change, until it is final, the watcher is no longer an
 * owner, or `stop`. Slow readers miss the states between, and nothing waits for them.
 */
export function createWatching(services: StreamServices, open: OpenStreams) {
  const { clock, log } = services.runtime;

  return <Id>(kind: WatchedKind<Id>): WatchThings<Id> => {
    const watchThing = createWatchedThings(kind, log);

    return (owner, { id, seen, stop }) => {
      if (open.enter(owner.session, stop)?.countFor(owner.organizationId) !== true) return null;
      const mayGoOn = () => isStillAllowed(services, owner);
      return changes((wake) => watchThing(id, seen, wake), { first: seen, mayGoOn, stop });
    };
  };

  async function* changes(
    watch: (wake: () => void) => ReturnType<ReturnType<typeof createWatchedThings>>,
    { first, mayGoOn, stop }: { first: SeenThing; mayGoOn: () => Promise<boolean>; stop: AbortSignal },
  ): EventTexts {
    let wake = () => {};
    const watcher = watch(() => wake());
    const stopped = new Promise<false>((resolve) => {
      stop.addEventListener('abort', () => resolve(false), { once: true });
    });
    void stopped.then(() => wake());
    const pause = () =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, STREAM_CHECK_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    try {
      let lastSent = first;
      yield lastSent.text;
      let checkedAt = clock.now().getTime();
      while (!lastSent.isOver && !stop.aborted) {
        if (watcher.seen()?.text === lastSent.text) await pause();
        if (stop.aborted) return;
        const now = clock.now().getTime();
        if (Math.abs(now - checkedAt) >= STREAM_CHECK_MS) {
          // The permission check may be slow, and shutdown waits for every response.
          if (!(await Promise.race([mayGoOn(), stopped]))) return;
          checkedAt = now;
        }
        const current = watcher.seen();
        if (current === null) return;
        yield current.text === lastSent.text ? null : current.text;
        lastSent = current;
      }
    } finally {
      watcher.leave();
    }
  }
}
