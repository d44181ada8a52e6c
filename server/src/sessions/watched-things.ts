import { WATCH_EVERY_MS } from '../domain/limits/requests.ts';
import type { Log } from '../ports/system.ts';

/** What is known of a thing that is watched; `text` is what its watchers are told, one line of JSON. */
export interface SeenThing {
  readonly text: string;
  /** Nothing about it changes any more. */
  readonly isOver: boolean;
}

interface WatchedThing {
  seen: SeenThing | null;
  /** Called after each change, and when there is nothing more to see. */
  readonly watchers: Set<() => void>;
}

/** One watcher's look at a thing. */
export interface Watcher {
  /** As it was seen last; null when it cannot be seen any more. */
  readonly seen: () => SeenThing | null;
  readonly leave: () => void;
}

export interface WatchedThingsDeps<Id> {
  /** Asks the database for one of them; null when it is gone. */
  readonly look: (id: Id) => Promise<SeenThing | null>;
  readonly log: Log;
  /** What is logged when nobody can watch any more. */
  readonly lost: string;
}

/**
 * Looks at the things of one kind that somebody watches, one after the other and each once however many watch it: another
 * instance may be the one that changes them. When the database fails, all watchers are let go.
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
