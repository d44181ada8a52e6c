import { ok, type Result, refuse } from '../../domain/result.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { SessionStore } from '../../ports/storage/sessions.ts';
import type { Clock } from '../../ports/system.ts';
import { HOST_REFUSAL_MAPPINGS } from '../../shared/refusals.ts';
import type { FreshSession } from '../../shared/sessions/fresh-session.ts';

export interface EndRevokedSessionsDeps {
  readonly sessions: Pick<SessionStore, 'deleteOfUser' | 'keysOfUser' | 'find' | 'delete'>;
  readonly codeHost: Pick<CodeHost, 'installationsOf'>;
  readonly freshSession: FreshSession;
  readonly clock: Clock;
}

/**
 * Ends a user's sessions and returns how many. Copies and later revocations have identical bodies, so only sessions
 * older than the first receipt end at once (decision S17); newer ones end if the code host rejects their token.
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
      const { revocation } = HOST_REFUSAL_MAPPINGS[seen.refusal.kind];
      if (revocation === 'not-processed') return refuse(revocation);
      if (await sessions.delete(key)) ended += 1;
    }
    return ok(ended);
  };
}
