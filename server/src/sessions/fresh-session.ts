import { setTimeout as pause } from 'node:timers/promises';
import {
  REFRESH_LEASE_MS,
  REFRESH_PAUSE_MS,
  REFRESH_POLL_MS,
  REFRESH_STORE_PAUSE_MS,
  REFRESH_STORE_UNTIL_MS,
  REFRESH_WAIT_MS,
  TOKEN_REFRESH_WINDOW_MS,
} from '../domain/limits/sessions.ts';
import { ok, type Result, refuse, withinLimit } from '../domain/result.ts';
import { type HostToken, type Session, sessionExpiry, tokenHealth, usableRefreshToken } from '../domain/session.ts';
import type { CodeHost } from '../ports/code-host/code-host.ts';
import type { Observations } from '../ports/operators/observations.ts';
import type { RefreshLease, SessionStore } from '../ports/storage/sessions.ts';
import type { Clock, Entropy, Log } from '../ports/system.ts';
import { randomHex } from '../security/secrets.ts';

export interface FreshSessionDeps {
  readonly sessions: Pick<
    SessionStore,
    'find' | 'leaseRefresh' | 'storeRefreshed' | 'pauseRefresh' | 'dropRefreshToken'
  >;
  readonly codeHost: Pick<CodeHost, 'refresh'>;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
  readonly observations: Pick<Observations, 'noteRefresh'>;
  readonly waits: RefreshWaits;
}

/** How long a refresh is waited for while the token lives, in milliseconds: to show the session, and to use its token. */
export interface RefreshWaits {
  readonly shownMs: number;
  readonly usedMs: number;
}

/** `ended`: the session is gone. `token-expired`: it is still there, but only a new sign-in gives it a working token. */
export type FreshSessionRefusal = 'ended' | 'token-expired';

/** Gives the session back with a token that works, refreshed if it was due. */
export interface FreshSession {
  (session: Session): Promise<Result<Session, FreshSessionRefusal>>;
  /** The same for who only shows the session. */
  shown(session: Session): Promise<Result<Session, FreshSessionRefusal>>;
  /** What a session became when it was asked for, or null while nobody asked. */
  renewalOf(session: Session): Session | null;
  /** Resolves when no call for a new pair is under way: one that is cut off loses the pair. */
  settled(): Promise<unknown>;
}

/**
 * The one place where tokens are refreshed (decision S12): every use of a token goes through it.
 *
 * However many requests and instances ask at once, one of them holds a lease in the database and makes
 * the one call; the others wait for what it stores. While the token lives nobody waits for long: the session is given
 * back as it is, and the refresh goes on. A passing fault keeps the old token, and nobody tries
 * again for a few seconds. When the code host says that the refresh token is spent, it is forgotten: the
 * session goes on while its access token lives, and is then refused (decision S14).
 *
 * Known limit: an instance killed between the code host's answer and the write loses the new pair. The
 * session then ends with its access token; there is no way to ask for the pair again.
 */
export function createFreshSession(deps: FreshSessionDeps): FreshSession {
  const underWay = new Map<string, Refresh>();
  const calls = new Set<Promise<unknown>>();

  const refresh = (session: Session, refreshToken: HostToken): Refresh => {
    const flight = `${session.key}:${session.tokenVersion}`;
    const known = underWay.get(flight);
    if (known !== undefined) return known;
    const outcome = refreshOnce(deps, calls, session, refreshToken).finally(() => underWay.delete(flight));
    // Who waits for it is told; it may also end when nobody waits any more.
    outcome.catch((error: unknown) => deps.log.warn({ err: error }, 'a token could not be refreshed for now'));
    underWay.set(flight, outcome);
    return outcome;
  };

  const renew = async (session: Session, waitMs: number): Refresh => {
    const health = tokenHealth(session.grant, deps.clock.now(), TOKEN_REFRESH_WINDOW_MS);
    if (health === 'fresh') return ok(session);
    const asItIs = unlessExpired(session, deps.clock);
    const refreshToken = usableRefreshToken(session.grant, deps.clock.now());
    if (refreshToken === null) return asItIs;
    const outcome = refresh(session, refreshToken);
    // Whatever keeps the refresh from being made, the token that lives is good until it ends.
    if (!asItIs.ok) return outcome;
    const inTime = await withinLimit(outcome, waitMs).catch(() => refuse('late'));
    return inTime.ok ? inTime.value : asItIs;
  };

  const freshWithin = (waitMs: number) => async (session: Session) => {
    const fresh = await renew(session, waitMs);
    if (fresh.ok) (session as Asked)[RENEWAL] = fresh.value;
    return fresh;
  };
  return Object.assign(freshWithin(deps.waits.usedMs), {
    shown: freshWithin(deps.waits.shownMs),
    renewalOf: (session: Asked) => session[RENEWAL] ?? null,
    settled: () => Promise.allSettled(calls),
  });
}

/**
 * What a session became is noted on the session. In a weak map, each session that was read would outlive its request until
 * the next full collection: a hundred megabytes of them, and a tenth of the time for a request.
 */
const RENEWAL = Symbol('renewal');
type Asked = Session & { [RENEWAL]?: Session };

type Refresh = Promise<Result<Session, FreshSessionRefusal>>;

async function refreshOnce(
  deps: FreshSessionDeps,
  calls: Set<Promise<unknown>>,
  session: Session,
  refreshToken: HostToken,
): Refresh {
  const lease: RefreshLease = {
    key: session.key,
    leaseId: randomHex(deps.entropy, 16),
    tokenVersion: session.tokenVersion,
  };
  const looksMax = Math.ceil(REFRESH_WAIT_MS / REFRESH_POLL_MS);

  for (let look = 0; look <= looksMax; look += 1) {
    const askedAt = performance.now();
    const answer = await deps.sessions.leaseRefresh(lease, REFRESH_LEASE_MS);
    if (answer === 'granted') {
      const call = refreshUnderLease(deps, session, { ...lease, askedAt }, refreshToken);
      calls.add(call);
      return call.finally(() => calls.delete(call));
    }
    if (answer === 'paused') return unlessExpired(session, deps.clock);
    if (answer === 'changed') return reread(deps, session);
    await pause(REFRESH_POLL_MS);
  }
  return unlessExpired(session, deps.clock);
}

async function refreshUnderLease(
  deps: FreshSessionDeps,
  session: Session,
  { askedAt, ...lease }: RefreshLease & { readonly askedAt: number },
  refreshToken: HostToken,
): Refresh {
  const refreshed = await deps.codeHost.refresh(refreshToken);
  deps.observations.noteRefresh(refreshed.ok ? 'refreshed' : refreshed.refusal.kind);
  if (refreshed.ok) {
    const grant = refreshed.value;
    const expiresAt = sessionExpiry(session.createdAt, grant.accessTokenExpiresAt);
    const store = () => deps.sessions.storeRefreshed(lease, grant, expiresAt);
    const stored = await storeInsistently(store, askedAt + REFRESH_STORE_UNTIL_MS).catch((error: unknown) => {
      deps.observations.noteRefresh('lost');
      throw error;
    });
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
  // When this process was stopped for longer than its lease, another one may have got the pair.
  return reread(deps, session);
}

/**
 * The old pair is dead by now, so a write that fails is worth repeating while the lease lasts: until then, as
 * `performance.now()` says it. Attempts are not counted: a database that is known to be away refuses them at once.
 */
async function storeInsistently(store: () => Promise<boolean>, giveUpAt: number): Promise<boolean> {
  for (;;) {
    try {
      return await store();
    } catch (error) {
      if (performance.now() + REFRESH_STORE_PAUSE_MS > giveUpAt) throw error;
      await pause(REFRESH_STORE_PAUSE_MS);
    }
  }
}

/** Somebody else changed the session meanwhile: what they stored counts. */
async function reread(deps: FreshSessionDeps, session: Session): Refresh {
  const current = await deps.sessions.find(session.key, deps.clock.now());
  return current === null ? refuse('ended') : unlessExpired(current, deps.clock);
}

const unlessExpired = (session: Session, clock: Clock): Result<Session, FreshSessionRefusal> =>
  tokenHealth(session.grant, clock.now(), 0) === 'expired' ? refuse('token-expired') : ok(session);
