import { type Membership, sameLogin, type User } from './account.ts';
import { SESSION_LIFETIME_MS } from './limits/sessions.ts';

declare const brand: unique symbol;
/** A text that no other text can stand for. */
type Branded<Name> = string & { readonly [brand]: Name };

/** A code-host access or refresh token in the clear. Never logged, never part of a view. */
export type HostToken = Branded<'host token'>;

/** What a client presents: 64 lower-case hex characters. Never stored. */
export type SessionId = Branded<'session ID'>;

/** SHA-256 of a session ID: the name under which a session is stored (decision S1). Useless as a credential. */
export type SessionKey = Branded<'session key'>;

/** The tokens the code host issued for one sign-in or refresh. */
export interface TokenGrant {
  readonly accessToken: HostToken;
  /** Null when the token does not expire. */
  readonly accessTokenExpiresAt: Date | null;
  readonly refreshToken: HostToken | null;
  readonly refreshTokenExpiresAt: Date | null;
  readonly tokenType: string;
  /** As granted; always empty for a GitHub App. */
  readonly scope: string;
}

/** A signed-in person on one device. */
export interface Session {
  readonly key: SessionKey;
  readonly user: User;
  /** Sorted by login. */
  readonly memberships: readonly Membership[];
  /** Ascending. */
  readonly installationIds: readonly number[];
  readonly grant: TokenGrant;
  /** 1 at sign-in. Grows by one with each stored refresh; a write that names an older version is refused. */
  readonly tokenVersion: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** How usable the access token is. `refresh-due` still works on the code host. */
export type TokenHealth = 'fresh' | 'refresh-due' | 'expired';

/** Health of the access token at `now`; a token without expiry is always fresh. */
export function tokenHealth(grant: TokenGrant, now: Date, windowMs: number): TokenHealth {
  if (grant.accessTokenExpiresAt === null) return 'fresh';
  const leftMs = grant.accessTokenExpiresAt.getTime() - now.getTime();
  if (leftMs <= 0) return 'expired';
  return leftMs <= windowMs ? 'refresh-due' : 'fresh';
}

/** The refresh token, unless there is none or it has expired. */
export function usableRefreshToken(grant: TokenGrant, now: Date): HostToken | null {
  if (grant.refreshToken === null) return null;
  if (grant.refreshTokenExpiresAt !== null && grant.refreshTokenExpiresAt <= now) return null;
  return grant.refreshToken;
}

/** When a session with this grant ends: 24 hours after sign-in, or with its token if that is sooner (decision S13). */
export function sessionExpiry(createdAt: Date, accessTokenExpiresAt: Date | null): Date {
  const latest = createdAt.getTime() + SESSION_LIFETIME_MS;
  return new Date(accessTokenExpiresAt === null ? latest : Math.min(latest, accessTokenExpiresAt.getTime()));
}

/** Whether the token was ever refreshed, so that the session ends at another time than was said at sign-in. */
export const wasRefreshed = (session: Session): boolean => session.tokenVersion > 1;

/** The membership that a login in a request means, or null when the person is no member. */
export const membershipIn = (session: Session, login: string): Membership | null =>
  session.memberships.find(({ organization }) => sameLogin(organization.login, login)) ?? null;
