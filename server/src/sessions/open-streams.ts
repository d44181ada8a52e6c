import type { Session } from '../domain/session.ts';
import type { Observations, StreamKind } from '../ports/operators/observations.ts';

/** Limits per instance. */
export interface StreamBounds {
  readonly ofSession: number;
  readonly ofPerson: number;
  readonly inAll: number;
}

export interface OpenStreams {
  /** Counts a stream until `left` is aborted. Returns false if a limit is reached. */
  enter(session: Pick<Session, 'key' | 'user'>, left: AbortSignal): boolean;
}

export function createOpenStreams(
  kind: StreamKind,
  { ofSession, ofPerson, inAll }: StreamBounds,
  observations: Pick<Observations, 'noteStream' | 'noteRefusal'>,
): OpenStreams {
  const bySession = createCounts<string>();
  const byPerson = createCounts<number>();
  let open = 0;

  return {
    enter({ key, user }, left) {
      if (open >= inAll || bySession.of(key) >= ofSession || byPerson.of(user.id) >= ofPerson) {
        observations.noteRefusal(kind);
        return false;
      }
      if (left.aborted) return true;
      const count = (change: 1 | -1) => {
        open += change;
        bySession.add(key, change);
        byPerson.add(user.id, change);
        observations.noteStream(kind, change);
      };
      count(1);
      left.addEventListener('abort', () => count(-1), { once: true });
      return true;
    },
  };
}

function createCounts<Key>() {
  const counts = new Map<Key, number>();
  const of = (key: Key): number => counts.get(key) ?? 0;
  return {
    of,
    add: (key: Key, change: number) => {
      const now = of(key) + change;
      if (now === 0) counts.delete(key);
      else counts.set(key, now);
    },
  };
}
