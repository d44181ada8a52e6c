import { Type } from 'typebox';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { HostToken, TokenGrant } from '../../../domain/session.ts';
import type { AuthorizationRequest, CodeHost, HostRefusal } from '../../../ports/code-host.ts';
import type { Clock } from '../../../ports/system.ts';
import type { HostAnswer } from '../send/host-answer.ts';
import { isRateLimited, rateLimited, rejected, UNEXPECTED, unreachable } from '../send/refusals.ts';
import type { HostSend } from '../send/send.ts';
import { fits } from '../send/shapes.ts';
import { grantOf, isBearer, parseTokenAnswer } from './token-grant.ts';

/** A GitHub App ignores scopes; an OAuth app in its place needs these two. Specification: GET /api/auth/start. */
const SCOPES = 'read:org user:email';

/** Answers after which a refresh token never works again; wrong client credentials can be put right. */
const SPENT_ERRORS: ReadonlySet<string> = new Set(['bad_refresh_token', 'invalid_grant', 'unsupported_grant_type']);

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
  async function ask(
    fields: Readonly<Record<string, string>>,
    secrets: readonly string[],
    usedRefreshToken: HostToken | null,
  ): Promise<Result<TokenGrant, TokenRefusal>> {
    const askedAt = clock.now();
    const request = {
      method: 'POST',
      url: `${settings.webUrl}/login/oauth/access_token`,
      accept: 'application/json',
      body: { client_id: settings.clientId, client_secret: settings.clientSecret, ...fields },
      secrets: [settings.clientSecret, ...secrets],
    } as const;
    const sent = await send(request, null);
    if (!sent.ok) return refuse({ error: null, refusal: sent.refusal });
    const refusal = tokenRefusalOf(sent.value);
    if (refusal !== null) return refuse(refusal);

    const answer = parseTokenAnswer(sent.value.body);
    if (answer === null) return refuse({ error: null, refusal: UNEXPECTED });
    if (!isBearer(answer)) {
      const message = 'tokens of another type than bearer';
      return refuse({ error: null, refusal: { kind: 'rejected', status: sent.value.status, message } });
    }
    return ok(grantOf(answer, askedAt, usedRefreshToken));
  }

  return {
    authorizationUrl: (request) => authorizationUrl(settings, request),

    async exchangeCode({ code, redirectUri, codeVerifier }) {
      const fields = { code, redirect_uri: redirectUri, code_verifier: codeVerifier };
      const grant = await ask(fields, [code, codeVerifier], null);
      return grant.ok ? grant : refuse(grant.refusal.refusal);
    },

    async refresh(refreshToken) {
      const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
      const grant = await ask(fields, [refreshToken], refreshToken);
      if (grant.ok) return grant;
      const { error, refusal } = grant.refusal;
      return refuse(error !== null && SPENT_ERRORS.has(error) ? { kind: 'spent' } : refusal);
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

interface TokenRefusal {
  /** The code of an OAuth error answer. */
  readonly error: string | null;
  readonly refusal: HostRefusal;
}

const ErrorAnswer = Type.Object({ error: Type.String({ minLength: 1 }) });

// The platform sends OAuth errors with status 200, other servers with 400 or 401: the body decides. A 401 here
// speaks of the App's credentials, not of a user's token.
function tokenRefusalOf(answer: HostAnswer): TokenRefusal | null {
  const { status, body } = answer;
  if (status >= 500) return { error: null, refusal: unreachable(`answered ${status}`) };
  if (isRateLimited(answer)) return { error: null, refusal: rateLimited(answer) };
  if (fits(ErrorAnswer, body)) return { error: body.error, refusal: rejected(answer) };
  return status >= 400 ? { error: null, refusal: rejected(answer) } : null;
}
