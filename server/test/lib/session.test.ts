import { describe, expect, test } from 'vitest';
import {
  membershipIn,
  type Session,
  sessionExpiry,
  type TokenGrant,
  tokenHealth,
  usableRefreshToken,
} from '../../src/domain/session.ts';
import { SESSION_LIFETIME_MS, TOKEN_REFRESH_WINDOW_MS } from '../../src/lib/limits/sessions.ts';
import type { HostToken } from '../../src/lib/secrets.ts';

const NOON = new Date('2026-06-01T12:00:00.000Z');
const after = (ms: number) => new Date(NOON.getTime() + ms);

const grant = (changes: Partial<TokenGrant>): TokenGrant => ({
  accessToken: 'access' as HostToken,
  accessTokenExpiresAt: null,
  refreshToken: 'refresh' as HostToken,
  refreshTokenExpiresAt: null,
  tokenType: 'bearer',
  scope: '',
  ...changes,
});

describe('the health of a token', () => {
  test.each([
    [null, 'fresh'],
    [TOKEN_REFRESH_WINDOW_MS + 1, 'fresh'],
    [TOKEN_REFRESH_WINDOW_MS, 'refresh-due'],
    [1, 'refresh-due'],
    [0, 'expired'],
    [-1, 'expired'],
  ])('with %s ms left is %s [M-2]', (leftMs, health) => {
    const token = grant({ accessTokenExpiresAt: leftMs === null ? null : after(leftMs) });
    expect(tokenHealth(token, NOON, TOKEN_REFRESH_WINDOW_MS)).toBe(health);
  });
});

describe('a refresh token', () => {
  test('without expiry is usable', () => expect(usableRefreshToken(grant({}), NOON)).toBe('refresh'));
  test('is not usable from the instant it expires', () => {
    expect(usableRefreshToken(grant({ refreshTokenExpiresAt: NOON }), NOON)).toBeNull();
    expect(usableRefreshToken(grant({ refreshTokenExpiresAt: after(1) }), NOON)).toBe('refresh');
  });
  test('that was never given is not usable', () => {
    expect(usableRefreshToken(grant({ refreshToken: null }), NOON)).toBeNull();
  });
});

describe('a session', () => {
  test('lasts 24 hours when its token does not expire [S-2 M-1]', () => {
    expect(sessionExpiry(NOON, null)).toEqual(after(SESSION_LIFETIME_MS));
  });
  test('lasts 24 hours when its token lives longer [S-2]', () => {
    expect(sessionExpiry(NOON, after(SESSION_LIFETIME_MS + 1))).toEqual(after(SESSION_LIFETIME_MS));
  });
  test('ends with its token when that is sooner [S-2]', () => {
    expect(sessionExpiry(NOON, after(28_800_000))).toEqual(after(28_800_000));
  });
});

describe('a login in a request', () => {
  const session = {
    memberships: ['Kelvin', 'acme'].map((login, id) => ({
      organization: { id, login, name: null, avatarUrl: null },
      viewerCanAdminister: false,
    })),
  } as unknown as Session;

  test.each([
    ['ACME', 'acme'],
    ['kelvin', 'Kelvin'],
  ])('%s means %s', (login, stored) => {
    expect(membershipIn(session, login)?.organization.login).toBe(stored);
  });

  test.each(['\u212aelvin', 'acmé', 'acme ', 'ac\u200bme', '..', 'ａcme', ''])('%j means nothing', (login) => {
    expect(membershipIn(session, login)).toBeNull();
  });
});
