import type { SecretStrings } from '../apps/secret-strings.ts';

/** At most this many live tokens per user and App. GitHub docs: Authorizing OAuth apps, token limit. */
const LIVE_TOKENS_MAX = 10;

/** How tokens are issued. GitHub docs: Refreshing user access tokens. */
export interface TokenSettings {
  /** False: the App opted out of expiry, and no refresh token is issued. */
  readonly expiring: boolean;
  readonly accessSeconds: number;
  readonly refreshSeconds: number;
  /** False: a refresh answers without a new refresh token, and the used one stays good. */
  readonly rotateRefreshTokens: boolean;
  /** True: the previous pair stays good after a refresh. */
  readonly grace: boolean;
  /** Presenting a used refresh token also kills everything that descends from it. */
  readonly revokeFamilyOnReuse: boolean;
  /** True: `expires_in` and its like are text, as in early versions of the platform. */
  readonly numbersAsText: boolean;
}

/** What the platform does unless told otherwise. */
export const USUAL_TOKEN_SETTINGS: TokenSettings = {
  expiring: true,
  accessSeconds: 28_800,
  refreshSeconds: 15_897_600,
  rotateRefreshTokens: true,
  grace: false,
  revokeFamilyOnReuse: true,
  numbersAsText: false,
};

/** A reply of the token endpoint; without `expires_in` and a refresh token when the App opted out of expiry. */
export type TokenPair = Readonly<Record<string, string | number>>;

/** User access and refresh tokens of the one registered App. */
export type UserTokens = ReturnType<typeof createUserTokens>;

interface Token {
  readonly token: string;
  readonly kind: 'access' | 'refresh';
  readonly userId: number;
  /** Sign-in the token descends from. */
  readonly family: number;
  /** Pair it was issued in. */
  readonly pair: number;
  expiresAt: number | null;
  state: 'live' | 'used' | 'revoked';
}

/** An empty token table. */
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
  const revoke = (doomed: readonly Token[]) => {
    for (const token of doomed) token.state = 'revoked';
  };
  const expire = (doomed: readonly Token[]) => {
    for (const token of doomed) token.expiresAt = 0;
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
    /** Null when the token is unknown, expired, revoked or already used. */
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
    /** The owner and expiry of a working access token. */
    check(accessToken: string): { readonly userId: number; readonly expiresAt: number | null } | null {
      const token = tokens.get(accessToken);
      return token?.kind === 'access' && isLive(token) ? { userId: token.userId, expiresAt: token.expiresAt } : null;
    },
    /** Whose token it is, working or not. */
    ownerOf: (token: string) => tokens.get(token)?.userId ?? null,
    revoke(accessToken: string): void {
      const token = tokens.get(accessToken);
      if (token) revoke(ofUser(token.userId).filter(({ pair }) => pair === token.pair));
    },
    /** Kills every token of the user: what withdrawing the authorization does. */
    revokeAll: (userId: number) => revoke(ofUser(userId)),
    expireAccess: (userId: number) => expire(ofUser(userId, 'access')),
    expireRefresh: (userId: number) => expire(ofUser(userId, 'refresh')),
    /** How many tokens of a user work, and what has happened to them; `reuses` are attempts to refresh a second time. */
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
