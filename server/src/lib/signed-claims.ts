import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { STATE_TOKEN_CLOCK_SKEW_SECONDS } from './limits/sessions.ts';
import { ok, type Result, refuse } from './result.ts';
import type { Clock } from './system.ts';

export type ClaimsRefusal = 'invalid' | 'expired';

export interface SignedClaims {
  issue(claims: object, id: string): Promise<{ readonly token: string; readonly expiresAt: Date }>;
  verify(token: string): Promise<Result<JWTPayload, ClaimsRefusal>>;
}

interface SignedClaimsSettings {
  readonly key: Uint8Array;
  /** Rejects tokens of another installation with the same key. */
  readonly origin: string;
  /** Distinguishes this kind and version of token (RFC 8725, 3.11). */
  readonly type: string;
  readonly audience: string;
  readonly seconds: number;
}

/** Uses HS256 JWTs. Expiry is exact. */
export function createSignedClaims(
  { key, origin, type, audience, seconds }: SignedClaimsSettings,
  clock: Clock,
): SignedClaims {
  return {
    async issue(claims, id) {
      const issuedAt = Math.floor(clock.now().getTime() / 1000);
      const expiresAt = issuedAt + seconds;
      const token = await new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'HS256', typ: type })
        .setIssuer(origin)
        .setAudience(audience)
        .setJti(id)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key);
      return { token, expiresAt: new Date(expiresAt * 1000) };
    },
    async verify(token) {
      const now = clock.now();
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          typ: type,
          issuer: origin,
          audience,
          requiredClaims: ['exp', 'iat'],
          currentDate: now,
        });
        const { iat = 0 } = payload;
        return iat - now.getTime() / 1000 > STATE_TOKEN_CLOCK_SKEW_SECONDS ? refuse('invalid') : ok(payload);
      } catch (error) {
        if (error instanceof errors.JWTExpired) return refuse('expired');
        if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof SyntaxError) {
          return refuse('invalid');
        }
        throw error;
      }
    },
  };
}
