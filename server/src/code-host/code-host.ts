import { type Static, Type } from 'typebox';
import type { AuthorizedStep } from '../domain/app-work.ts';
import type { HostRefusal, HostResult } from '../domain/host-refusal.ts';
import { type Observations, UNOBSERVED } from '../domain/observations.ts';
import type { TokenGrant } from '../domain/session.ts';
import { CODE_HOST_ANSWER_MAX_BYTES, CODE_HOST_CALL_LIMIT_MS } from '../lib/limits/code-host.ts';
import { TOKEN_LIFETIME_MAX_SECONDS } from '../lib/limits/sessions.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import type { HostToken } from '../lib/secrets.ts';
import type { Clock, Log } from '../lib/system.ts';
import { type Traces, UNTRACED } from '../lib/traces.ts';
import { codeHostAddresses, type HostKind } from './addresses.ts';
import {
  createInstallationTokens,
  createSendAsApp,
  type InstallationUse,
  sendAsInstallation,
} from './app/credentials.ts';
import { createDeliveries } from './app/deliveries.ts';
import {
  createAppInstallations,
  createInstallationRequests,
  type InstallationRequestsHost,
  readInstallationRepositories,
} from './app/installations.ts';
import { createRegisteredApp, installUrl } from './app/registered-app.ts';
import { createChangeAs, type HostClient, type HostClients } from './client.ts';
import { createGraphqlRunner } from './graphql.ts';
import { addressBelow, hostPath } from './host-path.ts';
import { createEarlierAnswers, sendConditionally } from './pages.ts';
import { type BudgetedReads, createCallMeter } from './send/call-meter.ts';
import type { CallName } from './send/call-names.ts';
import { createObservedSend } from './send/observed-send.ts';
import { isRateLimited, rateLimited, UNEXPECTED, type Unreachable, unreachable } from './send/refusals.ts';
import { createSend, type HostSend, sendWith } from './send/send.ts';
import { fits, type HostAnswer, TextOrNull } from './send/shapes.ts';
import type { AuthorizationRequest, HostCalls } from './types.ts';

/** The platform with one set of App credentials. Every call has a time limit and follows no redirect. */
export interface CodeHost extends HostClients, HostCalls, InstallationRequestsHost {
  /** Requests with an installation token count against that installation's rate limit only. */
  asInstallation(id: number, use: InstallationUse): Pick<HostClient, 'send' | 'log'>;
  /** Reads what a job needs that the App carries out. As long as it is kept, `asInstallation` uses the same for jobs. */
  tokenForReads(installationId: number): Promise<HostResult<HostToken>>;
  /** For one change. With `rejected`, another token is requested. */
  tokenForStep(step: AuthorizedStep, rejected?: HostToken): Promise<HostResult<HostToken>>;
  /** Counts from zero. */
  budgetedReads(): BudgetedReads;
}

export interface HttpCodeHostSettings {
  readonly webUrl: URL;
  readonly apiUrl: URL | null;
  readonly kind?: HostKind;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly appId: string;
  readonly appSlug: string;
  readonly appPrivateKey: string;
  /** Includes the body. */
  readonly callLimitMs?: number;
}

interface HttpCodeHostDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly observations?: Observations;
  readonly traces?: Traces;
  readonly callLog?: Log | null;
}

/** No change is sent twice. No refusal or log line contains a token, code, secret or address. */
export function createHttpCodeHost(
  settings: HttpCodeHostSettings,
  { clock, log, observations = UNOBSERVED, traces = UNTRACED, callLog = null }: HttpCodeHostDeps,
): CodeHost {
  const addresses = codeHostAddresses(settings);
  const { webUrl, graphqlUrl } = addresses;
  const { clientId, clientSecret, callLimitMs = CODE_HOST_CALL_LIMIT_MS } = settings;
  const plainSend = createSend(addresses, { callLimitMs, answerMaxBytes: CODE_HOST_ANSWER_MAX_BYTES }, clock);
  const observed = { observations, traces, callLog };
  const send = createObservedSend(plainSend, 'user', observed);
  const sendForInstallation = createObservedSend(plainSend, 'installation', observed);
  const sendAsApp = createSendAsApp(settings, createObservedSend(plainSend, 'app', observed), { clock, log });
  const installations = createAppInstallations(sendAsApp);
  const installationTokens = createInstallationTokens(sendAsApp, clock);
  const registeredApp = createRegisteredApp(addresses, sendAsApp, clock);
  const clientsThrough = (through: HostSend, omitsNames: boolean): HostClients => {
    const clientThrough = (used: HostSend) => {
      const runGraphql = createGraphqlRunner(graphqlUrl, used);
      return (token: HostToken): HostClient => {
        const sendWithToken = sendWith(used, token);
        return {
          addresses,
          send: sendWithToken,
          change: createChangeAs(sendWithToken),
          query: (request, end) => runGraphql(token, request, end),
          omitsNames,
          log,
        };
      };
    };
    const [forPerson, forApp] = [clientThrough(through), clientThrough(sendForInstallation)];
    return { addresses, as: ({ token, carriedOutBy = null }) => (carriedOutBy === 'app' ? forApp : forPerson)(token) };
  };
  const earlier = createEarlierAnswers(clock);
  const asInstallation = (id: number, use: InstallationUse) => ({
    send: sendAsInstallation(installationTokens.reads[use], sendForInstallation, id),
    log,
  });

  return {
    ...clientsThrough(send, false),
    ...createOAuth({ webUrl, clientId, clientSecret }, createObservedSend(plainSend, 'client', observed), clock),
    ...installations,
    ...createDeliveries(sendAsApp, log),
    ...createInstallationRequests(addresses, sendAsApp, { clock, log }),
    asInstallation,
    tokenForReads: installationTokens.reads.jobs.get,
    tokenForStep: installationTokens.forStep,
    budgetedReads() {
      const { metered, ...meter } = createCallMeter(clock);
      return { ...meter, codeHost: clientsThrough(sendConditionally(metered(send), earlier), true) };
    },
    registeredApp,
    installUrl: (request) => installUrl(addresses, { app: registeredApp(), appSlug: settings.appSlug }, request),
    repositoriesOf: (id, validators = null) =>
      readInstallationRepositories(
        asInstallation(id, 'repositories').send,
        () => installations.installation(id),
        validators,
      ),
  };
}

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

interface OAuthSettings {
  readonly webUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * `@octokit/oauth-methods` sends no `code_verifier`, guesses the web address, and fails without a scope or a new
 * refresh token.
 */
function createOAuth(
  settings: OAuthSettings,
  send: HostSend,
  clock: Clock,
): Pick<CodeHost, 'authorizationUrl' | 'exchangeCode' | 'refresh'> {
  const { webUrl, clientId, clientSecret } = settings;
  const ask = (call: CallName, fields: Readonly<Record<string, string>>, secrets: readonly string[]) => {
    const body = { client_id: clientId, client_secret: clientSecret, ...fields };
    const url = addressBelow(webUrl, hostPath`/login/oauth/access_token`);
    const request = { call, method: 'POST', url, accept: 'application/json', body } as const;
    return send({ ...request, secrets: [clientSecret, ...secrets] }, null);
  };

  return {
    authorizationUrl: (request) => authorizationUrl(settings, request),

    async exchangeCode({ code, redirectUri, codeVerifier }) {
      const requestedAt = clock.now();
      const fields = { code, redirect_uri: redirectUri, code_verifier: codeVerifier };
      return grantIn(await ask('oauth.exchange-code', fields, [code, codeVerifier]), requestedAt, null);
    },

    async refresh(refreshToken) {
      const requestedAt = clock.now();
      const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
      const response = await ask('oauth.refresh', fields, [refreshToken]);
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
