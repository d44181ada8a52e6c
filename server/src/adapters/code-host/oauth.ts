import { type Static, Type } from 'typebox';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { HostToken, TokenGrant } from '../../domain/session.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { HostRefusal, Told } from '../../ports/code-host/refusals.ts';
import type { AuthorizationRequest } from '../../ports/code-host/sign-in.ts';
import type { Clock } from '../../ports/system.ts';
import type { HostAnswer } from './send/host-answer.ts';
import { isRateLimited, rateLimited, UNEXPECTED, type Unreachable, unreachable } from './send/refusals.ts';
import type { HostSend } from './send/send.ts';
import { fits, TextOrNull } from './send/shapes.ts';

/** A GitHub App ignores scopes; an OAuth app in its place needs these two. Specification: GET /api/auth/start. */
const SCOPES = 'read:org user:email';

/** Answers after which a refresh token never works again; wrong client credentials can be put right. */
const SPENT_ERRORS: ReadonlySet<string> = new Set(['bad_refresh_token', 'invalid_grant', 'unsupported_grant_type']);

/** Answers that no person can do anything about: the App is set up otherwise than the settings say. */
const APP_ERRORS: ReadonlySet<string> = new Set([
  'incorrect_client_credentials',
  'redirect_uri_mismatch',
  'application_suspended',
  'invalid_client',
  'unauthorized_client',
]);
/** Without a body that says so, the answer to a client ID that the code host does not know. */
const UNKNOWN_CLIENT = 404;

// Ample, and small enough that no sum with it leaves the range of Date.
const LIFETIME_MAX_SECONDS = 10_000_000_000;

// Early answers had the numbers as text.
const Lifetime = Type.Union([
  Type.Number({ minimum: 0, maximum: LIFETIME_MAX_SECONDS }),
  Type.String({ pattern: '^[0-9]{1,10}$' }),
  Type.Null(),
]);

/** GitHub docs: Generating a user access token for a GitHub App. */
const TokenAnswer = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  token_type: Type.String(),
  scope: Type.Optional(TextOrNull),
  expires_in: Type.Optional(Lifetime),
  refresh_token: Type.Optional(TextOrNull),
  refresh_token_expires_in: Type.Optional(Lifetime),
});
type TokenAnswer = Static<typeof TokenAnswer>;

const ErrorAnswer = Type.Object({ error: Type.String({ minLength: 1 }) });

/** Credentials and place of the App's OAuth endpoints. */
export interface OAuthSettings {
  readonly webUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * The OAuth endpoints. That of tokens is called with plain requests: `@octokit/oauth-methods` sends no `code_verifier`, guesses the
 * web address from that of the API, and fails on answers without a scope or a new refresh token.
 */
export function createOAuth(
  settings: OAuthSettings,
  send: HostSend,
  clock: Clock,
): Pick<CodeHost, 'authorizationUrl' | 'exchangeCode' | 'refresh'> {
  const { webUrl, clientId, clientSecret } = settings;
  const ask = (fields: Readonly<Record<string, string>>, secrets: readonly string[]) => {
    const body = { client_id: clientId, client_secret: clientSecret, ...fields };
    const url = `${webUrl}/login/oauth/access_token`;
    return send({ method: 'POST', url, accept: 'application/json', body, secrets: [clientSecret, ...secrets] }, null);
  };

  return {
    authorizationUrl: (request) => authorizationUrl(settings, request),

    async exchangeCode({ code, redirectUri, codeVerifier }) {
      const askedAt = clock.now();
      const fields = { code, redirect_uri: redirectUri, code_verifier: codeVerifier };
      return grantIn(await ask(fields, [code, codeVerifier]), askedAt, null);
    },

    async refresh(refreshToken) {
      const askedAt = clock.now();
      const sent = await ask({ grant_type: 'refresh_token', refresh_token: refreshToken }, [refreshToken]);
      const grant = grantIn(sent, askedAt, refreshToken);
      const isRejected = !grant.ok && grant.refusal.kind === 'rejected';
      return isRejected && sent.ok && saysSpent(sent.value.body) ? refuse({ kind: 'spent' }) : grant;
    },
  };
}

/** Address of the authorization page. GitHub docs: Authorizing OAuth apps. */
function authorizationUrl({ webUrl, clientId }: OAuthSettings, request: AuthorizationRequest): string {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: request.redirectUri,
    scope: SCOPES,
    state: request.state,
    allow_signup: 'false',
    code_challenge: request.codeChallenge,
    code_challenge_method: 'S256',
  });
  return `${webUrl}/login/oauth/authorize?${query}`;
}

/**
 * The grant in an answer to a request that was sent at `askedAt`. The platform sends OAuth errors with status 200, other
 * servers with 400 or 401: the body decides. A 401 here speaks of the App's credentials, not of a user's token.
 */
function grantIn(
  sent: Result<HostAnswer, Unreachable>,
  askedAt: Date,
  usedRefreshToken: HostToken | null,
): Told<TokenGrant> {
  if (!sent.ok) return sent;
  const { status, body } = sent.value;
  if (status >= 500) return refuse(unreachable(`answered ${status}`));
  if (isRateLimited(sent.value)) return refuse(rateLimited(sent.value));
  if (status >= 400 || fits(ErrorAnswer, body)) return refuse(rejectedGrant(sent.value));
  if (!fits(TokenAnswer, body)) return refuse(UNEXPECTED);
  // The word's letter case is free (RFC 6749, 5.1).
  if (body.token_type.toLowerCase() !== 'bearer') {
    return refuse({ kind: 'rejected', status, message: 'tokens of another type than bearer' });
  }
  return ok(grantOf(body, askedAt, usedRefreshToken));
}

function rejectedGrant(answer: HostAnswer): HostRefusal {
  const { status, body } = answer;
  const isOfApp = fits(ErrorAnswer, body) ? APP_ERRORS.has(body.error) : status === UNKNOWN_CLIENT;
  return { kind: 'rejected', status, message: answer.message ?? '', ...(isOfApp && { code: 'app-refused' }) };
}

/**
 * No expiry is later than the code host's own. `usedRefreshToken` is carried on when no new one came; its expiry is then
 * unknown.
 */
function grantOf(answer: TokenAnswer, askedAt: Date, usedRefreshToken: HostToken | null): TokenGrant {
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

const saysSpent = (body: unknown): boolean => fits(ErrorAnswer, body) && SPENT_ERRORS.has(body.error);
