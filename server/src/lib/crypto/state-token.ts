import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose';
import { STATE_TOKEN_CLOCK_SKEW_SECONDS, STATE_TOKEN_LIFETIME_SECONDS } from '../limits/sessions.ts';
import { ok, type Result, refuse } from '../result.ts';
import type { Clock } from '../system.ts';
import type { SessionKey } from './credentials.ts';

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

export type ForeignState = 'another-key' | 'another-address';

/** An expired token has a valid signature, so its return address may be used. */
export type StateRefusal =
  | { readonly kind: 'invalid'; readonly foreign: ForeignState | null }
  | { readonly kind: 'expired'; readonly state: FlowState };

export interface VerifiedState {
  readonly state: FlowState;
  readonly expiresAt: Date;
}

export interface StateTokens {
  issue(state: FlowState): Promise<string>;
  verify(token: string): Promise<Result<VerifiedState, StateRefusal>>;
}

export interface StateTokenSettings {
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
