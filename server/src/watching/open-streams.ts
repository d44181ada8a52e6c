import type { Session } from '../domain/session.ts';
import type { Observations, StreamKind } from '../ports/operators/observations.ts';

/** Limits per instance. */
export interface StreamBounds {
  readonly ofSession: number;
  readonly ofPerson: number;
  /** Of one organization, so that its members cannot use all of them; absent for no limit. */
  readonly ofOrganization?: number;
  readonly inAll: number;
}

export interface OpenStreams {
  /**
   * Counts one until its connection is gone, which may never be read from; false, and nothing counted, when there is no
   * room. The organization counts by the login in the request, before rights are checked.
   */
  enter(session: Pick<Session, 'key' | 'user'>, left: AbortSignal, organization?: string): boolean;
}

export function createOpenStreams(
  kind: StreamKind,
  { ofSession, ofPerson, ofOrganization, inAll }: StreamBounds,
  observations: Pick<Observations, 'noteStream' | 'noteRefusal'>,
): OpenStreams {
  const bySession = createCounts<string>();
  const byPerson = createCounts<number>();
  const byOrganization = createCounts<string>();
  let open = 0;

  return {
    enter({ key, user }, left, login = '') {
      const organization = login.toLowerCase();
      const isFull =
        open >= inAll ||
        bySession.of(key) >= ofSession ||
        byPerson.of(user.id) >= ofPerson ||
        byOrganization.of(organization) >= (ofOrganization ?? inAll);
      if (isFull) {
        observations.noteRefusal(kind);
        return false;
      }
      if (left.aborted) return true;
      const count = (change: 1 | -1) => {
        open += change;
        bySession.add(key, change);
        byPerson.add(user.id, change);
        byOrganization.add(organization, change);
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
