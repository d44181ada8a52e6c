import { ok, type Result, refuse } from '../../domain/result.ts';
import type { Session } from '../../domain/session.ts';
import type { AuditTrailStore } from '../../ports/storage/audit-trail.ts';
import type { LiveRights } from '../../sessions/live-rights.ts';
import type { SeenThing } from '../../sessions/watched-things.ts';
import type { Told, Watching } from '../../sessions/watching.ts';
import type { TrailRefusal } from './messages.ts';

export interface WatchTrailDeps {
  readonly liveRights: LiveRights;
  readonly trail: Pick<AuditTrailStore, 'newest'>;
  readonly watching: Watching;
}

/** Streams the newest entry number to current owners. */
export function createWatchTrail({ liveRights, trail, watching }: WatchTrailDeps) {
  const look = async (organizationId: number): Promise<SeenThing> => ({
    text: JSON.stringify({ newest: await trail.newest(organizationId) }),
    isOver: false,
  });
  const watchTrails = watching<number>({ look, lost: 'audit trails could not be watched any more' });

  return async (session: Session, login: string, stop: AbortSignal): Promise<Result<Told, TrailRefusal>> => {
    const owner = await liveRights(session, login);
    if (!owner.ok) return owner;
    const id = owner.value.organizationId;
    const maySee = async (found: Session) => {
      const still = await liveRights(found, login);
      // Another organization may have taken over the login.
      return still.ok && still.value.organizationId === id;
    };
    const told = watchTrails(session, { id, seen: await look(id), maySee, stop });
    return told === null ? refuse({ kind: 'too-many-watchers' }) : ok(told);
  };
}
