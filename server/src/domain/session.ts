import { SESSION_LIFETIME_MS } from '../lib/limits/sessions.ts';
import type { HostToken, SessionKey } from '../lib/secrets.ts';
import { type Membership, sameLogin, type User } from './account.ts';

export interface TokenGrant {
  readonly accessToken: HostToken;
  readonly accessTokenExpiresAt: Date | null;
  readonly refreshToken: HostToken | null;
  readonly refreshTokenExpiresAt: Date | null;
  readonly tokenType: string;
  /** Always empty for a GitHub App. */
  readonly scope: string;
}

/** Equal stamps mean an unchanged session, user, organizations and installations. */
export interface SessionStamps {
  readonly own: number;
  readonly person: number;
  readonly organizations: string;
  /** Shared by all organizations. Null if the database has none. */
  readonly common: number | null;
}

export interface Session {
  readonly key: SessionKey;
  readonly user: User;
  /** Sorted by login. */
  readonly memberships: readonly Membership[];
  /** Ascending. */
  readonly installationIds: readonly number[];
  readonly grant: TokenGrant;
  /** Starts at 1 and grows with each refresh. Writes with an older version are refused. */
  readonly tokenVersion: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly stamps: SessionStamps;
}

/** `refresh-due` still works on the code host. */
type TokenHealth = 'fresh' | 'refresh-due' | 'expired';

/** A token without expiry is always fresh. */
export function tokenHealth(grant: TokenGrant, now: Date, windowMs: number): TokenHealth {
  if (grant.accessTokenExpiresAt === null) return 'fresh';
  const leftMs = grant.accessTokenExpiresAt.getTime() - now.getTime();
  if (leftMs <= 0) return 'expired';
  return leftMs <= windowMs ? 'refresh-due' : 'fresh';
}

/** Null if missing or expired. */
export function usableRefreshToken(grant: TokenGrant, now: Date): HostToken | null {
  if (grant.refreshToken === null) return null;
  if (grant.refreshTokenExpiresAt !== null && grant.refreshTokenExpiresAt <= now) return null;
  return grant.refreshToken;
}

/** 24 hours after sign-in, or earlier with the token (decision S13). */
export function sessionExpiry(createdAt: Date, accessTokenExpiresAt: Date | null): Date {
  const latest = createdAt.getTime() + SESSION_LIFETIME_MS;
  return new Date(accessTokenExpiresAt === null ? latest : Math.min(latest, accessTokenExpiresAt.getTime()));
}

export const wasRefreshed = (session: Session): boolean => session.tokenVersion > 1;

export const membershipIn = (session: Session, login: string): Membership | null =>
  session.memberships.find(({ organization }) => sameLogin(organization.login, login)) ?? null;

/** `confirmed`: the person was sent to the code host. `approved`: the session is stored. */
export type DeviceRequestState = 'open' | 'confirmed' | 'approved' | 'denied';

export interface DeviceRequest {
  readonly key: SessionKey;
  readonly clientName: string;
  readonly address: string;
  readonly state: DeviceRequestState;
  readonly userId: number | null;
  readonly pollSeconds: number;
  readonly polledAt: Date | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Others find no request that somebody confirmed. */
export const isOpenFor = ({ state, userId }: DeviceRequest, person: number): boolean =>
  state === 'open' || (state === 'confirmed' && userId === person);
