import { type Static, Type } from 'typebox';
import { TOKEN_LIFETIME_MAX_SECONDS } from '../../domain/limits/sessions.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { HostToken, TokenGrant } from '../../domain/session.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { HostRefusal, HostResult } from '../../ports/code-host/refusals.ts';
import type { AuthorizationRequest } from '../../ports/code-host/sign-in.ts';
import type { Clock } from '../../ports/system.ts';
import { addressBelow, hostPath } from './host-path.ts';
import type { HostAnswer } from './send/host-answer.ts';
import { isRateLimited, rateLimited, UNEXPECTED, type Unreachable, unreachable } from './send/refusals.ts';
import type { HostSend } from './send/send.ts';
import { fits, TextOrNull } from './send/shapes.ts';

/** A GitHub App ignores scopes; an OAuth app needs these. Specification: GET /api/auth/start. */
const SCOPES = 'read:org user:email';

/** Errors after which a refresh token never works again. */
const SPENT_ERRORS: ReadonlySet<string> = new Set(['bad_refresh_token', 'invalid_grant', 'unsupported_grant_type']);

/** Only the operator can fix these: the App's registration differs from the settings. */
const APP_ERRORS: ReadonlySet<string> = new Set([
  'incorrect_client_credentials',
  'redirect_uri_mismatch',
  'application_suspended',
  'invalid_client',
  'unauthorized_client',
]);
/** An unknown client ID has this status, without an error body. */
const UNKNOWN_CLIENT = 404;

// Early answers had the numbers as strings.
const Lifetime = Type.Union([
  Type.Number({ minimum: 0, maximum: TOKEN_LIFETIME_MAX_SECONDS }),
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

export interface OAuthSettings {
  readonly webUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * `@octokit/oauth-methods` sends no `code_verifier`, guesses the web address, and fails without a scope or a new
 * refresh token.
 */
export function createOAuth(
  settings: OAuthSettings,
  send: HostSend,
  clock: Clock,
): Pick<CodeHost, 'authorizationUrl' | 'exchangeCode' | 'refresh'> {
  const { webUrl, clientId, clientSecret } = settings;
  const ask = (fields: Readonly<Record<string, string>>, secrets: readonly string[]) => {
    const body = { client_id: clientId, client_secret: clientSecret, ...fields };
    const url = addressBelow(webUrl, hostPath`/login/oauth/access_token`);
    return send({ method: 'POST', url, accept: 'application/json', body, secrets: [clientSecret, ...secrets] }, null);
  };

  return {
    authorizationUrl: (request) => authorizationUrl(settings, request),

    async exchangeCode({ code, redirectUri, codeVerifier }) {
      const requestedAt = clock.now();
      const fields = { code, redirect_uri: redirectUri, code_verifier: codeVerifier };
      return grantIn(await ask(fields, [code, codeVerifier]), requestedAt, null);
    },

    async refresh(refreshToken) {
      const requestedAt = clock.now();
      const response = await ask({ grant_type: 'refresh_token', refresh_token: refreshToken }, [refreshToken]);
      const grant = grantIn(response, requestedAt, refreshToken);
      const isRejected = !grant.ok && grant.refusal.kind === 'rejected';
      return isRejected && response.ok && saysSpent(response.value.body) ? refuse({ kind: 'spent' }) : grant;
    },
  };
}

/** GitHub docs: Authorizing OAuth apps. */
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

/** The platform sends OAuth errors with status 200, other servers with 400 or 401, so the body decides. */
function grantIn(
  response: Result<HostAnswer, Unreachable>,
  requestedAt: Date,
  usedRefreshToken: HostToken | null,
): HostResult<TokenGrant> {
  if (!response.ok) return response;
  const { status, body } = response.value;
  if (status >= 500) return refuse(unreachable(`answered ${status}`));
  if (isRateLimited(response.value)) return refuse(rateLimited(response.value));
  if (status >= 400 || fits(ErrorAnswer, body)) return refuse(rejectedGrant(response.value));
  if (!fits(TokenAnswer, body)) return refuse(UNEXPECTED);
  // RFC 6749, 5.1.
  if (body.token_type.toLowerCase() !== 'bearer') {
    return refuse({ kind: 'rejected', status, message: 'token type is not bearer' });
  }
  return ok(grantOf(body, requestedAt, usedRefreshToken));
}

function rejectedGrant(answer: HostAnswer): HostRefusal {
  const { status, body } = answer;
  const isOfApp = fits(ErrorAnswer, body) ? APP_ERRORS.has(body.error) : status === UNKNOWN_CLIENT;
  return { kind: 'rejected', status, message: answer.message ?? '', ...(isOfApp && { code: 'app-refused' }) };
}

/**
 * Expiry counts from the request, so it is never later than the code host's. Without a new refresh token the used one
 * stays.
 */
function grantOf(answer: TokenAnswer, requestedAt: Date, usedRefreshToken: HostToken | null): TokenGrant {
  const refreshToken = answer.refresh_token ?? '';
  return {
    accessToken: answer.access_token as HostToken,
    accessTokenExpiresAt: expiryOf(answer.expires_in, requestedAt),
    refreshToken: refreshToken === '' ? usedRefreshToken : (refreshToken as HostToken),
    refreshTokenExpiresAt: expiryOf(answer.refresh_token_expires_in, requestedAt),
    tokenType: 'bearer',
    scope: answer.scope ?? '',
  };
}

const expiryOf = (seconds: string | number | null | undefined, requestedAt: Date): Date | null =>
  seconds === null || seconds === undefined ? null : new Date(requestedAt.getTime() + Number(seconds) * 1000);

const saysSpent = (body: unknown): boolean => fits(ErrorAnswer, body) && SPENT_ERRORS.has(body.error);
