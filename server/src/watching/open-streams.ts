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
   * Counts a stream for its session, its person and in total until `left` is aborted. Returns null and counts nothing
   * when a limit is reached.
   */
  enter(session: Pick<Session, 'key' | 'user'>, left: AbortSignal): OpenStream | null;
}

export interface OpenStream {
  /**
   * Counts the stream for an organization too. Returns false when its limit is reached. Call it only after the rights
   * are checked: whoever has none could use up the streams of the organization.
   */
  countFor(organizationId: number): boolean;
}

export function createOpenStreams(
  kind: StreamKind,
  { ofSession, ofPerson, ofOrganization, inAll }: StreamBounds,
  observations: Pick<Observations, 'noteStream' | 'noteRefusal'>,
): OpenStreams {
  const bySession = createCounts<string>();
  const byPerson = createCounts<number>();
  const byOrganization = createCounts<number>();
  let open = 0;

  return {
    enter({ key, user }, left) {
      if (open >= inAll || bySession.of(key) >= ofSession || byPerson.of(user.id) >= ofPerson) {
        observations.noteRefusal(kind);
        return null;
      }
      const countFor = (organizationId: number): boolean => {
        if (byOrganization.of(organizationId) >= (ofOrganization ?? inAll)) {
          observations.noteRefusal(kind);
          return false;
        }
        if (left.aborted) return true;
        byOrganization.add(organizationId, 1);
        left.addEventListener('abort', () => byOrganization.add(organizationId, -1), { once: true });
        return true;
      };
      if (left.aborted) return { countFor };
      const count = (change: 1 | -1) => {
        open += change;
        bySession.add(key, change);
        byPerson.add(user.id, change);
        observations.noteStream(kind, change);
      };
      count(1);
      left.addEventListener('abort', () => count(-1), { once: true });
      return { countFor };
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
