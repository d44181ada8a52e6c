import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose';
import {
  FOREIGN_STATE_PAUSE_MS,
  STATE_TOKEN_CLOCK_SKEW_SECONDS,
  STATE_TOKEN_LIFETIME_SECONDS,
} from './limits/sessions.ts';
import { ok, type Result, refuse } from './result.ts';
import type { SessionKey } from './secrets.ts';
import type { Clock, Log } from './system.ts';

/** Specification: State tokens, for `web` and `mobile`. */
export type SignInMode =
  | { readonly mode: 'web' | 'mobile' }
  | { readonly mode: 'device'; readonly sessionKey: SessionKey; readonly person: number }
  | { readonly mode: 'app'; readonly challenge: string; readonly appState: string };

export type OAuthState = SignInMode & {
  readonly type: 'oauth';
  readonly csrf: string;
  readonly returnTo: string;
};

/** State of an installation. `sessionId` is a session key (decision S2). */
export interface InstallState {
  readonly type: 'install';
  readonly csrf: string;
  readonly returnTo: string;
  readonly sessionId: string;
}

export type FlowState = OAuthState | InstallState;

type ForeignState = 'another-key' | 'another-address';

/** An expired token has a valid signature, so its return address may be used. */
type StateRefusal =
  | { readonly kind: 'invalid'; readonly foreign: ForeignState | null }
  | { readonly kind: 'expired'; readonly state: FlowState };

interface VerifiedState {
  readonly state: FlowState;
  readonly expiresAt: Date;
}

interface StateTokens {
  issue(state: FlowState): Promise<string>;
  verify(token: string): Promise<Result<VerifiedState, StateRefusal>>;
}

interface StateTokenSettings {
  readonly key: Uint8Array;
  /** Rejects tokens of another installation with the same key. */
  readonly audience: string;
}

/**
 * Uses HS256 JWTs, valid for ten minutes, following RFC 8725. Expiry is exact; the issuer's clock may be six minutes
 * ahead.
 */
export function createStateTokens({ key, audience }: StateTokenSettings, clock: Clock): StateTokens {
  return {
    issue: (state) => {
      const issuedAt = Math.floor(clock.now().getTime() / 1000);
      return new SignJWT({ ...state })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(audience)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + STATE_TOKEN_LIFETIME_SECONDS)
        .sign(key);
    },
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer: audience,
          audience,
          requiredClaims: ['exp', 'iat'],
          currentDate: clock.now(),
        });
        return checkClaims(payload, clock.now());
      } catch (error) {
        return refuse(refusalOf(error, token));
      }
    },
  };
}

const INVALID = { kind: 'invalid', foreign: null } as const;

function checkClaims(payload: Readonly<Record<string, unknown>>, now: Date): Result<VerifiedState, StateRefusal> {
  const state = parseFlowState(payload);
  const { iat, exp } = payload;
  if (state === null || typeof iat !== 'number' || typeof exp !== 'number') return refuse(INVALID);
  if (exp - iat > STATE_TOKEN_LIFETIME_SECONDS) return refuse(INVALID);
  if (iat - now.getTime() / 1000 > STATE_TOKEN_CLOCK_SKEW_SECONDS) return refuse(INVALID);
  return ok({ state, expiresAt: new Date(exp * 1000) });
}

function refusalOf(error: unknown, token: string): StateRefusal {
  if (error instanceof errors.JWTExpired) {
    // jose verifies signatures before claims, so an expired token's payload is authentic.
    const state = parseFlowState(error.payload);
    if (state !== null) return { kind: 'expired', state };
  }
  if (error instanceof errors.JWSSignatureVerificationFailed && looksLikeOurs(token)) {
    return { kind: 'invalid', foreign: 'another-key' };
  }
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'iss' && error.reason === 'check_failed') {
    return { kind: 'invalid', foreign: 'another-address' };
  }
  if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof SyntaxError) return INVALID;
  throw error;
}

function looksLikeOurs(token: string): boolean {
  try {
    const payload = decodeJwt(token);
    return payload.iss !== undefined && payload.iss === payload.aud && parseFlowState(payload) !== null;
  } catch {
    return false;
  }
}

function parseFlowState(payload: Readonly<Record<string, unknown>>): FlowState | null {
  const { type, csrf, returnTo, sessionId } = payload;
  if (typeof csrf !== 'string' || csrf === '' || typeof returnTo !== 'string') return null;
  if (type === 'oauth') {
    const mode = parseMode(payload);
    return mode === null ? null : { type, csrf, returnTo, ...mode };
  }
  if (type === 'install' && typeof sessionId === 'string') return { type, csrf, returnTo, sessionId };
  return null;
}

function parseMode(payload: Readonly<Record<string, unknown>>): SignInMode | null {
  const { mode, sessionKey, person, challenge, appState } = payload;
  if (mode === 'web' || mode === 'mobile') return { mode };
  if (mode === 'device' && typeof sessionKey === 'string' && typeof person === 'number')
    return { mode, sessionKey: sessionKey as SessionKey, person };
  if (mode === 'app' && typeof challenge === 'string' && typeof appState === 'string')
    return { mode, challenge, appState };
  return null;
}

const MESSAGES: Readonly<Record<ForeignState, string>> = {
  'another-key':
    'a state token has an invalid signature: do all instances use the same SESSION_SECRET, or without it, the same App credentials?',
  'another-address': 'a state token was issued for another URL: do all instances use the same BASE_URL?',
};

/**
 * Warns of tokens that an instance with other settings probably issued, at most once a minute per cause, because anyone
 * can send such tokens.
 */
export function warnOfForeignStates(tokens: StateTokens, clock: Clock, log: Log): StateTokens {
  const warned = new Map<ForeignState, { readonly at: number; times: number }>();
  const warn = (cause: ForeignState) => {
    const now = clock.now().getTime();
    const latest = warned.get(cause);
    const times = (latest?.times ?? 0) + 1;
    if (latest !== undefined && now - latest.at < FOREIGN_STATE_PAUSE_MS) {
      latest.times = times;
      return;
    }
    warned.set(cause, { at: now, times: 0 });
    log.warn({ times }, MESSAGES[cause]);
  };
  return {
    ...tokens,
    verify: async (token) => {
      const verified = await tokens.verify(token);
      if (!verified.ok && verified.refusal.kind === 'invalid' && verified.refusal.foreign !== null) {
        warn(verified.refusal.foreign);
      }
      return verified;
    },
  };
}

/** What values are signed with that leave the service and come back. */
export interface Signing {
  readonly stateTokens: StateTokens;
  readonly key: Uint8Array;
  /** Of the service; values that name another are refused. */
  readonly origin: string;
}
