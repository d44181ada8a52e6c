import { STREAM_CHECK_MS, WATCH_EVERY_MS, WATCH_SOON_MS } from '../lib/limits/http.ts';
import type { Log } from '../lib/system.ts';
import type { Owner } from '../sessions/live-rights.ts';
import { isStillAllowed, type OpenStreams, type StreamServices } from './open-streams.ts';
import type { Downloads } from './server/downloads.ts';

/** `text` is sent to watchers as one line of JSON. */
export interface SeenThing {
  readonly text: string;
  readonly isOver: boolean;
}

interface WatchedThing {
  current: SeenThing | null;
  readonly watchers: Set<() => void>;
}

interface Watcher {
  /** Null if it is no longer available. */
  readonly seen: () => SeenThing | null;
  readonly leave: () => void;
}

interface WatchedKind<Id> {
  /** Null if the object is gone. */
  readonly readThing: (id: Id) => Promise<SeenThing | null>;
  readonly lost: string;
}

/**
 * Polls each object once for all its watchers, because other instances may change it. If the database fails, all
 * watching ends.
 */
function createWatchedThings<Id>({ readThing, lost }: WatchedKind<Id>, log: Log) {
  const watched = new Map<Id, WatchedThing>();
  let timer: NodeJS.Timeout | undefined;

  async function readOne(id: Id): Promise<void> {
    const thing = watched.get(id);
    if (thing === undefined) return;
    const current = await readThing(id);
    if (current?.text === thing.current?.text) return;
    thing.current = current;
    for (const notify of thing.watchers) notify();
  }

  async function readAll(): Promise<void> {
    for (const id of watched.keys()) await readOne(id);
  }

  function reportLost(error: unknown): void {
    log.warn({ err: error }, lost);
    for (const thing of watched.values()) {
      thing.current = null;
      for (const notify of thing.watchers) notify();
    }
  }

  function schedule(): void {
    timer = setTimeout(() => {
      void readAll()
        .catch(reportLost)
        .then(() => {
          timer = undefined;
          if (watched.size > 0) schedule();
        });
    }, WATCH_EVERY_MS).unref();
  }

  return (id: Id, seenNow: SeenThing, notify: () => void): Watcher => {
    // What was just started may end before the next round.
    if (!watched.has(id))
      for (const ms of WATCH_SOON_MS) setTimeout(() => void readOne(id).catch(reportLost), ms).unref();
    const entry: WatchedThing = watched.get(id) ?? { current: seenNow, watchers: new Set() };
    entry.watchers.add(notify);
    watched.set(id, entry);
    if (timer === undefined) schedule();
    return {
      seen: () => entry.current,
      leave: () => {
        entry.watchers.delete(notify);
        if (entry.watchers.size === 0 && watched.get(id) === entry) watched.delete(id);
      },
    };
  };
}

/** An object as JSON, or null for a keep-alive. */
export type EventTexts = AsyncGenerator<string | null>;

interface Watch<Id> {
  readonly id: Id;
  readonly seen: SeenThing;
  /** Aborted when the watcher has left or the service stops. */
  readonly stop: AbortSignal;
}

/** Lets owners watch objects of one kind; null if too many streams are open. */
type WatchThings<Id> = (owner: Owner, watch: Watch<Id>) => EventTexts | null;

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

export interface Http {
  /** Aborted at the stop signal, so that clients of streams turn to another instance. */
  readonly streamsStopping: AbortSignal;
  readonly openLists: OpenStreams;
  readonly downloads: Downloads;
  readonly watching: Watching;
}
