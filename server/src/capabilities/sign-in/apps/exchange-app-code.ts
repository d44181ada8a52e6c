import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { Session, SessionId } from '../../../domain/session.ts';
import type { SessionStore } from '../../../ports/storage/sessions.ts';
import type { Clock } from '../../../ports/system.ts';
import { parseAppCode, sessionIdFrom } from '../../../security/program-secrets.ts';
import { challengeOf, hashOf, sessionKeyOf } from '../../../security/secrets.ts';

export interface ExchangeAppCodeDeps {
  readonly sessions: Pick<SessionStore, 'find' | 'delete' | 'useState'>;
  readonly signingKey: Uint8Array;
  readonly clock: Clock;
}

interface AppCode {
  readonly code: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

interface AppSession {
  readonly id: SessionId;
  readonly session: Session;
}

/**
 * Finds the session by an ID derived from code, verifier and address, so that a wrong one finds nothing and uses up
 * nothing. A code that comes twice ends its session (RFC 6749, 4.1.2).
 */
export function createExchangeAppCode({ sessions, signingKey, clock }: ExchangeAppCodeDeps) {
  return async ({ code, verifier, redirectUri }: AppCode): Promise<Result<AppSession, 'invalid_grant'>> => {
    const now = clock.now();
    const expiresAt = parseAppCode(code);
    if (expiresAt === null || expiresAt <= now) return refuse('invalid_grant');
    const id = sessionIdFrom(['app', code, challengeOf(verifier), redirectUri], signingKey);
    const key = sessionKeyOf(id);
    const session = await sessions.find(key, now);
    if (session === null) return refuse('invalid_grant');
    if (await sessions.useState(hashOf(`app code ${code}`), expiresAt)) return ok({ id, session });
    await sessions.delete(key);
    return refuse('invalid_grant');
  };
}
