import { ok, type Result, refuse } from '../../domain/result.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { SessionStore } from '../../ports/storage/sessions.ts';
import type { Clock } from '../../ports/system.ts';
import { TOLD } from '../../refusals.ts';
import type { FreshSession } from '../../sessions/fresh-session.ts';

export interface EndRevokedSessionsDeps {
  readonly sessions: Pick<SessionStore, 'deleteOfUser' | 'keysOfUser' | 'find' | 'delete'>;
  readonly codeHost: Pick<CodeHost, 'installationsOf'>;
  readonly freshSession: FreshSession;
  readonly clock: Clock;
}

/**
 * Ends the sessions of a user who withdrew the authorization; how many.
 *
 * The event carries nothing but the user: a copy of it, and the event of a second withdrawal, are the same bytes. So a
 * session from before its first sight ends at once (decision S17), and a later one only if the code host no longer
 * accepts its token. Refuses when the code host did not tell.
 */
export function createEndRevokedSessions({ sessions, codeHost, freshSession, clock }: EndRevokedSessionsDeps) {
  return async (userId: number, firstSeenAt: Date): Promise<Result<number, 'not-processed'>> => {
    let ended = await sessions.deleteOfUser(userId, firstSeenAt);
    for (const key of await sessions.keysOfUser(userId)) {
      const session = await sessions.find(key, clock.now());
      const fresh = session === null ? null : await freshSession(session);
      if (!fresh?.ok) continue;
      const seen = await codeHost.installationsOf(fresh.value.grant.accessToken);
      if (seen.ok) continue;
      const { revocation } = TOLD[seen.refusal.kind];
      if (revocation === 'not-processed') return refuse(revocation);
      if (await sessions.delete(key)) ended += 1;
    }
    return ok(ended);
  };
}
