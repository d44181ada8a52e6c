import { WATCH_EVERY_MS, WATCH_SOON_MS } from '../../lib/limits/requests.ts';
import type { Log } from '../../lib/system.ts';

/** `text` is sent to watchers as one line of JSON. */
export interface SeenThing {
  readonly text: string;
  readonly isOver: boolean;
}

interface WatchedThing {
  current: SeenThing | null;
  readonly watchers: Set<() => void>;
}

export interface Watcher {
  /** Null if it is no longer available. */
  readonly seen: () => SeenThing | null;
  readonly leave: () => void;
}

export interface WatchedKind<Id> {
  /** Null if the object is gone. */
  readonly readThing: (id: Id) => Promise<SeenThing | null>;
  readonly lost: string;
}

/**
 * Polls each object once for all its watchers, because other instances may change it. If the database fails, all
 * watching ends.
 */
export function createWatchedThings<Id>({ readThing, lost }: WatchedKind<Id>, log: Log) {
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
