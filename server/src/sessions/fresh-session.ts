import {
  REFRESH_LEASE_MS,
  REFRESH_PAUSE_MS,
  REFRESH_POLL_MS,
  REFRESH_STORE_ATTEMPTS,
  REFRESH_STORE_PAUSE_MS,
  REFRESH_WAIT_DEAD_MS,
  REFRESH_WAIT_LIVING_MS,
  TOKEN_REFRESH_WINDOW_MS,
} from '../domain/limits.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import { type HostToken, type Session, sessionExpiry, tokenHealth, usableRefreshToken } from '../domain/session.ts';
import type { CodeHost } from '../ports/code-host.ts';
import type { RefreshLease, SessionStore } from '../ports/storage.ts';
import type { Clock, Entropy, Log } from '../ports/system.ts';

export interface FreshSessionDeps {
  readonly sessions: Pick<
    SessionStore,
    'find' | 'leaseRefresh' | 'storeRefreshed' | 'pauseRefresh' | 'dropRefreshToken'
  >;
  readonly codeHost: Pick<CodeHost, 'refresh'>;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
}

/** `ended`: the session is gone. `token-expired`: it is still there, but only a new sign-in gives it a working token. */
export type FreshSessionRefusal = 'ended' | 'token-expired';

/** Gives the session back with a token that works, refreshed if it was due. */
export interface FreshSession {
  (session: Session): Promise<Result<Session, FreshSessionRefusal>>;
  /** What a session became when it was asked for, or null while nobody asked. */
  renewalOf(session: Session): Session | null;
}

/**
 * The one place where tokens are refreshed (decision S12): every use of a token goes through it.
 *
 * However many requests and instances ask at once, one of them holds a lease in the database and makes
 * the one call; the others wait for what it stores. A passing fault keeps the old token, and nobody tries
 * again for a few seconds. When the code host says that the refresh token is spent, it is forgotten: the
 * session goes on while its access token lives, and is then refused (decision S14).
 *
 * Known limit: an instance killed between the code host's answer and the write loses the new pair. The
 * session then ends with its access token; there is no way to ask for the pair again.
 */
export function createFreshSession(deps: FreshSessionDeps): FreshSession {
  const underWay = new Map<string, Promise<Result<Session, FreshSessionRefusal>>>();
  const renewals = new WeakMap<Session, Session>();

  const renew = (session: Session): Promise<Result<Session, FreshSessionRefusal>> => {
    const health = tokenHealth(session.grant, deps.clock.now(), TOKEN_REFRESH_WINDOW_MS);
    if (health === 'fresh') return Promise.resolve(ok(session));
    const refreshToken = usableRefreshToken(session.grant, deps.clock.now());
    if (refreshToken === null) return Promise.resolve(asItIs(session, deps.clock));

    const flight = `${session.key}:${session.tokenVersion}`;
    const known = underWay.get(flight);
    if (known !== undefined) return known;
    const outcome = refreshOnce(deps, session, refreshToken).finally(() => underWay.delete(flight));
    underWay.set(flight, outcome);
    return outcome;
  };

  const freshSession = async (session: Session): Promise<Result<Session, FreshSessionRefusal>> => {
    const fresh = await renew(session);
    if (fresh.ok) renewals.set(session, fresh.value);
    return fresh;
  };
  return Object.assign(freshSession, { renewalOf: (session: Session) => renewals.get(session) ?? null });
}

async function refreshOnce(
  deps: FreshSessionDeps,
  session: Session,
  refreshToken: HostToken,
): Promise<Result<Session, FreshSessionRefusal>> {
  const lease: RefreshLease = {
    key: session.key,
    leaseId: Buffer.from(deps.entropy.bytes(16)).toString('hex'),
    tokenVersion: session.tokenVersion,
  };
  const waitMs = asItIs(session, deps.clock).ok ? REFRESH_WAIT_LIVING_MS : REFRESH_WAIT_DEAD_MS;
  const looksMax = Math.ceil(waitMs / REFRESH_POLL_MS);

  for (let look = 0; look <= looksMax; look += 1) {
    const answer = await deps.sessions.leaseRefresh(lease, REFRESH_LEASE_MS);
    if (answer === 'granted') return refreshUnderLease(deps, session, lease, refreshToken);
    if (answer === 'paused') return asItIs(session, deps.clock);
    if (answer === 'changed') return reread(deps, session);
    await new Promise((resolve) => setTimeout(resolve, REFRESH_POLL_MS));
  }
  return asItIs(session, deps.clock);
}

async function refreshUnderLease(
  deps: FreshSessionDeps,
  session: Session,
  lease: RefreshLease,
  refreshToken: HostToken,
): Promise<Result<Session, FreshSessionRefusal>> {
  const refreshed = await deps.codeHost.refresh(refreshToken);
  if (refreshed.ok) {
    const grant = refreshed.value;
    const expiresAt = sessionExpiry(session.createdAt, grant.accessTokenExpiresAt);
    const stored = await storeInsistently(() => deps.sessions.storeRefreshed(lease, grant, expiresAt));
    return stored
      ? ok({ ...session, grant, expiresAt, tokenVersion: session.tokenVersion + 1 })
      : reread(deps, session);
  }
  if (refreshed.refusal.kind === 'spent') {
    deps.log.warn(
      { userId: session.user.id },
      'the code host no longer accepts a refresh token: a new sign-in is needed',
    );
    await deps.sessions.dropRefreshToken(lease);
  } else {
    deps.log.warn(
      { userId: session.user.id, refusal: refreshed.refusal.kind },
      'a token could not be refreshed for now',
    );
    await deps.sessions.pauseRefresh(lease, REFRESH_PAUSE_MS);
  }
  return asItIs(session, deps.clock);
}

/** The old pair is dead by now, so a write that fails for a moment is worth repeating; the lease covers the time. */
async function storeInsistently(store: () => Promise<boolean>): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await store();
    } catch (error) {
      if (attempt === REFRESH_STORE_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, REFRESH_STORE_PAUSE_MS));
    }
  }
}

/** Somebody else changed the session meanwhile: what they stored counts. */
async function reread(deps: FreshSessionDeps, session: Session): Promise<Result<Session, FreshSessionRefusal>> {
  const current = await deps.sessions.find(session.key, deps.clock.now());
  return current === null ? refuse('ended') : asItIs(current, deps.clock);
}

const asItIs = (session: Session, clock: Clock): Result<Session, FreshSessionRefusal> =>
  tokenHealth(session.grant, clock.now(), 0) === 'expired' ? refuse('token-expired') : ok(session);
