import type { SecretStrings } from '../apps/secret-strings.ts';

/** Per user and App. GitHub docs: Authorizing OAuth apps, token limit. */
const LIVE_TOKENS_MAX = 10;

/** GitHub docs: Refreshing user access tokens. */
export interface TokenSettings {
  /** False also means no refresh tokens. */
  readonly expiring: boolean;
  readonly accessSeconds: number;
  readonly refreshSeconds: number;
  readonly rotateRefreshTokens: boolean;
  /** The previous pair stays valid after a refresh. */
  readonly grace: boolean;
  /** Reusing a refresh token revokes all tokens of its sign-in. */
  readonly revokeFamilyOnReuse: boolean;
  /** `expires_in` is text, as in early versions. */
  readonly numbersAsText: boolean;
}

export const USUAL_TOKEN_SETTINGS: TokenSettings = {
  expiring: true,
  accessSeconds: 28_800,
  refreshSeconds: 15_897_600,
  rotateRefreshTokens: true,
  grace: false,
  revokeFamilyOnReuse: true,
  numbersAsText: false,
};

export type TokenPair = Readonly<Record<string, string | number>>;

export type UserTokens = ReturnType<typeof createUserTokens>;

interface Token {
  readonly token: string;
  readonly kind: 'access' | 'refresh';
  readonly userId: number;
  readonly family: number;
  readonly pair: number;
  expiresAt: number | null;
  state: 'live' | 'used' | 'revoked';
}

export function createUserTokens(secrets: SecretStrings, now: () => number) {
  const tokens = new Map<string, Token>();
  const tokensOfUser = new Map<number, Token[]>();
  const refreshes = new Map<number, number>();
  const reuses = new Map<number, number>();
  let settings = USUAL_TOKEN_SETTINGS;
  let sequence = 0;

  const ofUser = (userId: number, kind?: Token['kind']) =>
    (tokensOfUser.get(userId) ?? []).filter((token) => kind === undefined || token.kind === kind);
  const isLive = ({ state, expiresAt }: Token) => state === 'live' && (expiresAt === null || expiresAt > now());
  const revoke = (revoked: readonly Token[]) => {
    for (const token of revoked) token.state = 'revoked';
  };
  const expire = (expired: readonly Token[]) => {
    for (const token of expired) token.expiresAt = 0;
  };

  function add(origin: Omit<Token, 'expiresAt' | 'state'>, seconds: number | null): string {
    const token: Token = { ...origin, expiresAt: seconds === null ? null : now() + seconds * 1000, state: 'live' };
    tokens.set(token.token, token);
    tokensOfUser.set(token.userId, [...(tokensOfUser.get(token.userId) ?? []), token]);
    return token.token;
  }

  function issuePair(userId: number, family: number, withRefreshToken: boolean): TokenPair {
    sequence += 1;
    const origin = { userId, family, pair: sequence };
    const accessSeconds = settings.expiring ? settings.accessSeconds : null;
    const accessToken = add({ ...origin, kind: 'access', token: secrets.accessToken() }, accessSeconds);
    const refreshSeconds = settings.expiring && withRefreshToken ? settings.refreshSeconds : null;
    const refreshToken =
      refreshSeconds === null
        ? null
        : add({ ...origin, kind: 'refresh', token: secrets.refreshToken() }, refreshSeconds);
    const live = ofUser(userId, 'access').filter(isLive);
    for (const { pair } of live.slice(0, Math.max(0, live.length - LIVE_TOKENS_MAX))) {
      revoke(ofUser(userId).filter((token) => token.pair === pair));
    }
    const number = (value: number) => (settings.numbersAsText ? String(value) : value);
    return {
      access_token: accessToken,
      ...(accessSeconds === null ? {} : { expires_in: number(accessSeconds) }),
      ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
      ...(refreshSeconds === null ? {} : { refresh_token_expires_in: number(refreshSeconds) }),
      token_type: 'bearer',
      scope: '',
    };
  }

  return {
    configure(change: Partial<TokenSettings>): TokenSettings {
      settings = { ...settings, ...change };
      return settings;
    },
    issue(userId: number): TokenPair {
      sequence += 1;
      return issuePair(userId, sequence, true);
    },
    refresh(refreshToken: string): TokenPair | null {
      const token = tokens.get(refreshToken);
      if (token?.kind !== 'refresh') return null;
      if (token.state === 'used' && !settings.grace) {
        reuses.set(token.userId, (reuses.get(token.userId) ?? 0) + 1);
        if (settings.revokeFamilyOnReuse) revoke(ofUser(token.userId).filter(({ family }) => family === token.family));
        return null;
      }
      if (token.state === 'revoked' || (token.expiresAt !== null && token.expiresAt <= now())) return null;
      refreshes.set(token.userId, (refreshes.get(token.userId) ?? 0) + 1);
      if (settings.rotateRefreshTokens) token.state = 'used';
      if (!settings.grace) revoke(ofUser(token.userId, 'access').filter(({ family }) => family === token.family));
      return issuePair(token.userId, token.family, settings.rotateRefreshTokens);
    },
    check(accessToken: string): { readonly userId: number; readonly expiresAt: number | null } | null {
      const token = tokens.get(accessToken);
      return token?.kind === 'access' && isLive(token) ? { userId: token.userId, expiresAt: token.expiresAt } : null;
    },
    /** Of an invalid token, too. */
    ownerOf: (token: string) => tokens.get(token)?.userId ?? null,
    revoke(accessToken: string): void {
      const token = tokens.get(accessToken);
      if (token) revoke(ofUser(token.userId).filter(({ pair }) => pair === token.pair));
    },
    revokeAll: (userId: number) => revoke(ofUser(userId)),
    expireAccess: (userId: number) => expire(ofUser(userId, 'access')),
    expireRefresh: (userId: number) => expire(ofUser(userId, 'refresh')),
    counts(userId: number) {
      return {
        liveAccess: ofUser(userId, 'access').filter(isLive).length,
        liveRefresh: ofUser(userId, 'refresh').filter(isLive).length,
        issued: ofUser(userId).length,
        refreshes: refreshes.get(userId) ?? 0,
        reuses: reuses.get(userId) ?? 0,
      };
    },
  };
}
