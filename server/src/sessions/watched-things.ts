import { WATCH_EVERY_MS } from '../domain/limits/requests.ts';
import type { Log } from '../ports/system.ts';

/** `text` is sent to watchers as one line of JSON. */
export interface SeenThing {
  readonly text: string;
  readonly isOver: boolean;
}

interface WatchedThing {
  seen: SeenThing | null;
  readonly watchers: Set<() => void>;
}

export interface Watcher {
  /** Null if it is no longer available. */
  readonly seen: () => SeenThing | null;
  readonly leave: () => void;
}

export interface WatchedThingsDeps<Id> {
  /** Null if the object is gone. */
  readonly look: (id: Id) => Promise<SeenThing | null>;
  readonly log: Log;
  readonly lost: string;
}

/**
 * Polls each object once for all its watchers, because other instances may change it. If the database fails, all
 * watching ends.
 */
export function createWatchedThings<Id>({ look, log, lost }: WatchedThingsDeps<Id>) {
  const watched = new Map<Id, WatchedThing>();
  let timer: NodeJS.Timeout | undefined;

  async function lookAtAll(): Promise<void> {
    for (const [id, thing] of watched) {
      const seen = await look(id);
      if (seen?.text === thing.seen?.text) continue;
      thing.seen = seen;
      for (const tell of thing.watchers) tell();
    }
  }

  function letGo(error: unknown): void {
    log.warn({ err: error }, lost);
    for (const thing of watched.values()) {
      thing.seen = null;
      for (const tell of thing.watchers) tell();
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
    }, WATCH_EVERY_MS).unref();
  }

  return (id: Id, seenNow: SeenThing, tell: () => void): Watcher => {
    const place: WatchedThing = watched.get(id) ?? { seen: seenNow, watchers: new Set() };
    place.watchers.add(tell);
    watched.set(id, place);
    if (timer === undefined) schedule();
    return {
      seen: () => place.seen,
      leave: () => {
        place.watchers.delete(tell);
        if (place.watchers.size === 0 && watched.get(id) === place) watched.delete(id);
      },
    };
  };
}
