import type { Observations, StreamKind } from '../domain/observations.ts';
import type { Runtime } from '../domain/runtime.ts';
import type { Session } from '../domain/session.ts';
import type { Owner } from '../sessions/live-rights.ts';
import type { Sessions } from '../sessions/services.ts';

export interface StreamServices {
  readonly runtime: Runtime;
  readonly sessions: Sessions;
}

export async function isStillAllowed(
  { runtime, sessions }: StreamServices,
  { session, organization, organizationId }: Owner,
): Promise<boolean> {
  const found = await sessions.store.find(session.key, runtime.clock.now());
  if (found === null) return false;
  const still = await sessions.rights(found, organization);
  // Another organization may have taken the login meanwhile.
  return still.ok && still.value.organizationId === organizationId;
}

/** Limits per instance. */
export interface StreamBounds {
  readonly ofSession: number;
  readonly ofPerson: number;
  /** Limits one organization, so that its members cannot use all; absent for no limit. */
  readonly ofOrganization?: number;
  readonly inAll: number;
}

export interface OpenStreams {
  /** Counts a stream for its session and person until `left` is aborted. Returns null if a limit is reached. */
  enter(session: Pick<Session, 'key' | 'user'>, left: AbortSignal): OpenStream | null;
}

export interface OpenStream {
  /**
   * Counts the stream for an organization, unless null, and in total. Returns false if a limit is reached. Call it after
   * the rights are checked: people without any could use up all streams.
   */
  countFor(organizationId: number | null): boolean;
}

export function createOpenStreams(
  kind: StreamKind,
  { ofSession, ofPerson, ofOrganization, inAll }: StreamBounds,
  observations: Observations,
): OpenStreams {
  const bySession = createCounts<string>();
  const byPerson = createCounts<number>();
  const byOrganization = createCounts<number>();
  let open = 0;

  return {
    enter({ key, user }, left) {
      if (bySession.of(key) >= ofSession || byPerson.of(user.id) >= ofPerson) {
        observations.noteRefusal(kind);
        return null;
      }
      const countUntilLeft = (count: (change: 1 | -1) => void) => {
        if (left.aborted) return;
        count(1);
        left.addEventListener('abort', () => count(-1), { once: true });
      };
      countUntilLeft((change) => {
        bySession.add(key, change);
        byPerson.add(user.id, change);
      });
      return {
        countFor(organizationId) {
          const isFull = organizationId !== null && byOrganization.of(organizationId) >= (ofOrganization ?? inAll);
          if (open >= inAll || isFull) {
            observations.noteRefusal(kind);
            return false;
          }
          countUntilLeft((change) => {
            open += change;
            if (organizationId !== null) byOrganization.add(organizationId, change);
            observations.noteStream(kind, change);
          });
          return true;
        },
      };
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
