import { type Static, Type } from 'typebox';
import type { HostToken, TokenGrant } from '../../../domain/session.ts';
import { fits } from '../send/shapes.ts';

// Ample, and small enough that no sum with it leaves the range of Date.
const LIFETIME_MAX_SECONDS = 10_000_000_000;

// Early answers had the numbers as text.
const Lifetime = Type.Union([
  Type.Number({ minimum: 0, maximum: LIFETIME_MAX_SECONDS }),
  Type.String({ pattern: '^[0-9]{1,10}$' }),
  Type.Null(),
]);

const TokenAnswer = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  token_type: Type.String(),
  scope: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  expires_in: Type.Optional(Lifetime),
  refresh_token: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  refresh_token_expires_in: Type.Optional(Lifetime),
});
type TokenAnswer = Static<typeof TokenAnswer>;

/** The body of a token answer, or null when it is none. GitHub docs: Generating a user access token for a GitHub App. */
export const parseTokenAnswer = (body: unknown): TokenAnswer | null => (fits(TokenAnswer, body) ? body : null);

/** Whether the tokens are of the only type we can use. The word's letter case is free (RFC 6749, 5.1). */
export const isBearer = ({ token_type }: TokenAnswer): boolean => token_type.toLowerCase() === 'bearer';

/**
 * The grant of a token answer to a request that was sent at `askedAt`, so that an expiry is never later than
 * the code host's own. `usedRefreshToken` is carried on when no new one came; its expiry is then unknown.
 */
export function grantOf(answer: TokenAnswer, askedAt: Date, usedRefreshToken: HostToken | null): TokenGrant {
  const refreshToken = answer.refresh_token ?? '';
  return {
    accessToken: answer.access_token as HostToken,
    accessTokenExpiresAt: expiryOf(answer.expires_in, askedAt),
    refreshToken: refreshToken === '' ? usedRefreshToken : (refreshToken as HostToken),
    refreshTokenExpiresAt: expiryOf(answer.refresh_token_expires_in, askedAt),
    tokenType: 'bearer',
    scope: answer.scope ?? '',
  };
}

const expiryOf = (seconds: string | number | null | undefined, askedAt: Date): Date | null =>
  seconds === null || seconds === undefined ? null : new Date(askedAt.getTime() + Number(seconds) * 1000);
