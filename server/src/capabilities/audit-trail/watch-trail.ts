import { ok, type Result, refuse } from '../../domain/result.ts';
import type { AuditTrailStore } from '../../ports/storage/audit-trail.ts';
import type { Owner } from '../../shared/sessions/live-rights.ts';
import type { SeenThing } from '../../shared/watching/watched-things.ts';
import type { EventTexts, Watching } from '../../shared/watching/watching.ts';

export interface WatchTrailDeps {
  readonly trail: Pick<AuditTrailStore, 'newest'>;
  readonly watching: Watching;
}

/** Streams the newest entry number to current owners. */
export function createWatchTrail({ trail, watching }: WatchTrailDeps) {
  const readThing = async (organizationId: number): Promise<SeenThing> => ({
    text: JSON.stringify({ newest: await trail.newest(organizationId) }),
    isOver: false,
  });
  const watchTrails = watching<number>({ readThing, lost: 'could not watch audit logs' });

  return async (
    owner: Owner,
    stop: AbortSignal,
  ): Promise<Result<EventTexts, { readonly kind: 'too-many-watchers' }>> => {
    const id = owner.organizationId;
    const stream = watchTrails(owner, { id, seen: await readThing(id), stop });
    return stream === null ? refuse({ kind: 'too-many-watchers' }) : ok(stream);
  };
}
