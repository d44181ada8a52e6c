import { setTimeout as pause } from 'node:timers/promises';
import type { CodeHost } from '../code-host/code-host.ts';
import type { Runtime } from '../domain/runtime.ts';
import { type Session, sessionExpiry, tokenHealth, usableRefreshToken } from '../domain/session.ts';
import {
  REFRESH_LEASE_MS,
  REFRESH_PAUSE_MS,
  REFRESH_POLL_MS,
  REFRESH_STORE_PAUSE_MS,
  REFRESH_STORE_UNTIL_MS,
  REFRESH_WAIT_MS,
  TOKEN_REFRESH_WINDOW_MS,
} from '../lib/limits/sessions.ts';
import { ok, type Result, refuse, withinLimit } from '../lib/result.ts';
import { type HostToken, randomHex } from '../lib/secrets.ts';
import { createSharedCalls } from '../lib/shared-calls.ts';
import type { Clock } from '../lib/system.ts';
import type { RefreshLease, SessionStore } from './store/types.ts';

interface RefreshServices {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
  readonly store: SessionStore;
  /** Called if the code host will never accept the session's refresh token again: it may have been revoked. */
  readonly onSpent: (session: Session) => Promise<void>;
}

export interface RefreshWaits {
  readonly shownMs: number;
  readonly usedMs: number;
}

/** `token-expired`: only a new sign-in provides a valid token. */
type FreshSessionRefusal = 'ended' | 'token-expired';

/** Returns the session with a valid token, refreshed if due. */
export interface FreshSession {
  (session: Session): Promise<Result<Session, FreshSessionRefusal>>;
  /** Waits less, for requests that only show the session. */
  shown(session: Session): Promise<Result<Session, FreshSessionRefusal>>;
  /** Null without a previous result. */
  renewalOf(session: Session): Session | null;
  /** Resolves when no refresh is in progress. Aborting one would lose the token pair. */
  settled(): Promise<unknown>;
}

/**
 * The only place that refreshes tokens (decision S12). One request on one instance takes a lease and makes the call;
 * others wait for its result, briefly while the token is valid. A refresh token that the code host rejects is deleted;
 * the session then lasts as long as its access token (decision S14).
 *
 * Known limit: an instance killed between the answer and the write loses the new pair.
 */
export function createFreshSession(services: RefreshServices, waits: RefreshWaits): FreshSession {
  const { clock, log } = services.runtime;
  const refreshes = createSharedCalls<string, Awaited<Refresh>>();
  const calls = new Set<Promise<unknown>>();

  const refresh = (session: Session, refreshToken: HostToken): Refresh =>
    refreshes(`${session.key}:${session.tokenVersion}`, () => {
      const outcome = refreshOnce(services, calls, session, refreshToken);
      // Every waiting request may have given up.
      outcome.catch((error: unknown) => log.warn({ err: error }, 'could not refresh a token'));
      return outcome;
    });

  const renew = async (session: Session, waitMs: number): Refresh => {
    const health = tokenHealth(session.grant, clock.now(), TOKEN_REFRESH_WINDOW_MS);
    if (health === 'fresh') return ok(session);
    const asItIs = unlessExpired(session, clock);
    const refreshToken = usableRefreshToken(session.grant, clock.now());
    if (refreshToken === null) return asItIs;
    const outcome = refresh(session, refreshToken);
    // A token that is still valid remains usable.
    if (!asItIs.ok) return outcome;
    const inTime = await withinLimit(outcome, waitMs).catch(() => refuse('late'));
    return inTime.ok ? inTime.value : asItIs;
  };

  const freshWithin = (waitMs: number) => async (session: Session) => {
    const fresh = await renew(session, waitMs);
    if (fresh.ok) (session as RenewableSession)[RENEWAL] = fresh.value;
    return fresh;
  };
  return Object.assign(freshWithin(waits.usedMs), {
    shown: freshWithin(waits.shownMs),
    renewalOf: (session: RenewableSession) => session[RENEWAL] ?? null,
    settled: () => Promise.allSettled(calls),
  });
}

/**
 * A weak map would keep sessions until the next full garbage collection, costing 100 MB and a tenth of each request's
 * time.
 */
const RENEWAL = Symbol('renewal');
type RenewableSession = Session & { [RENEWAL]?: Session };

type Refresh = Promise<Result<Session, FreshSessionRefusal>>;

async function refreshOnce(
  services: RefreshServices,
  calls: Set<Promise<unknown>>,
  session: Session,
  refreshToken: HostToken,
): Refresh {
  const { runtime, store } = services;
  const lease: RefreshLease = {
    key: session.key,
    leaseId: randomHex(runtime.entropy, 16),
    tokenVersion: session.tokenVersion,
  };
  const attemptsMax = Math.ceil(REFRESH_WAIT_MS / REFRESH_POLL_MS);

  for (let attempt = 0; attempt <= attemptsMax; attempt += 1) {
    const requestedAt = performance.now();
    const answer = await store.leaseRefresh(lease, REFRESH_LEASE_MS);
    if (answer === 'granted') {
      const call = refreshUnderLease(services, session, { ...lease, requestedAt }, refreshToken);
      calls.add(call);
      return call.finally(() => calls.delete(call));
    }
    if (answer === 'paused') return unlessExpired(session, runtime.clock);
    if (answer === 'changed') return reread(services, session);
    await pause(REFRESH_POLL_MS);
  }
  return unlessExpired(session, runtime.clock);
}

async function refreshUnderLease(
  services: RefreshServices,
  session: Session,
  { requestedAt, ...lease }: RefreshLease & { readonly requestedAt: number },
  refreshToken: HostToken,
): Refresh {
  const { runtime, codeHost, store } = services;
  const { log, observations } = runtime;
  const refreshed = await codeHost.refresh(refreshToken);
  observations.noteRefresh(refreshed.ok ? 'refreshed' : refreshed.refusal.kind);
  if (refreshed.ok) {
    const grant = refreshed.value;
    const expiresAt = sessionExpiry(session.createdAt, grant.accessTokenExpiresAt);
    const storePair = () => store.storeRefreshed(lease, grant, expiresAt);
    const stored = await storeWithRetries(storePair, requestedAt + REFRESH_STORE_UNTIL_MS).catch((error: unknown) => {
      observations.noteRefresh('lost');
      throw error;
    });
    return stored
      ? ok({ ...session, grant, expiresAt, tokenVersion: session.tokenVersion + 1 })
      : reread(services, session);
  }
  if (refreshed.refusal.kind === 'spent') {
    log.warn({ userId: session.user.id }, 'the code host rejected a refresh token: a new sign-in is needed');
    await store.dropRefreshToken(lease);
    await services.onSpent(session);
  } else {
    log.warn({ userId: session.user.id, refusal: refreshed.refusal.kind }, 'could not refresh a token');
    await store.pauseRefresh(lease, REFRESH_PAUSE_MS);
  }
  // If this process was suspended past its lease, another may have stored the pair.
  return reread(services, session);
}

/**
 * Retries until `giveUpAt`, on the `performance.now()` clock, because the old pair is already invalid. An unavailable
 * database fails at once, so attempts are not counted.
 */
async function storeWithRetries(store: () => Promise<boolean>, giveUpAt: number): Promise<boolean> {
  for (;;) {
    try {
      return await store();
    } catch (error) {
      if (performance.now() + REFRESH_STORE_PAUSE_MS > giveUpAt) throw error;
      await pause(REFRESH_STORE_PAUSE_MS);
    }
  }
}

/** Another process's result takes precedence. */
async function reread({ runtime, store }: RefreshServices, session: Session): Refresh {
  const current = await store.find(session.key, runtime.clock.now());
  return current === null ? refuse('ended') : unlessExpired(current, runtime.clock);
}

const unlessExpired = (session: Session, clock: Clock): Result<Session, FreshSessionRefusal> =>
  tokenHealth(session.grant, clock.now(), 0) === 'expired' ? refuse('token-expired') : ok(session);
