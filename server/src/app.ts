import cookie from '@fastify/cookie';
import type { AboutAnswer } from '@orgdesk/contract';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { aboutRoutes } from './capabilities/about/routes.ts';
import { accessRoutes } from './capabilities/access/routes.ts';
import { graphqlProxyRoutes } from './capabilities/graphql-proxy/routes.ts';
import { installationRoutes } from './capabilities/installations/routes.ts';
import { invitationRoutes } from './capabilities/invitations/routes.ts';
import { organizationRoutes } from './capabilities/organizations/routes.ts';
import { signInRoutes } from './capabilities/sign-in/routes.ts';
import { webhookRoutes } from './capabilities/webhooks/routes.ts';
import {
  REFRESH_WAIT_SHOWN_MS,
  REFRESH_WAIT_USED_MS,
  REQUEST_BODY_MAX_BYTES,
  REQUEST_HEADERS_MAX_BYTES,
} from './domain/limits.ts';
import { accessLog, type RequestObserver } from './http/access-log.ts';
import { createBoundedServer } from './http/bounded-server.ts';
import { clientRateLimit } from './http/client-rate-limit.ts';
import { type ConsoleAssetsOptions, consoleAssets } from './http/console-assets.ts';
import { contractDocument } from './http/contract-document.ts';
import { contractPages, contractRoutes } from './http/contract-routes.ts';
import { drain } from './http/drain.ts';
import { failureLog } from './http/failure-log.ts';
import { healthRoutes } from './http/health.ts';
import { answerClientError, answerUnroutable, lastResort } from './http/last-resort.ts';
import { lingeringClose } from './http/lingering-close.ts';
import { renewedCookie } from './http/renewed-cookie.ts';
import { securityHeaders } from './http/security-headers.ts';
import { callers, createSessionGuard } from './http/session-guard.ts';
import type { InstallationCache } from './installation-cache/installation-cache.ts';
import type { CodeHost } from './ports/code-host.ts';
import type { Storage } from './ports/storage.ts';
import type { Clock, Entropy } from './ports/system.ts';
import { warnOfForeignStates } from './security/foreign-states.ts';
import { createStateTokens } from './security/state-token.ts';
import { createFreshSession, type RefreshWaits } from './sessions/fresh-session.ts';
import { withPendingSignOuts } from './sessions/pending-sign-outs.ts';

/** What the service is put together from. */
export interface AppDeps {
  readonly codeHost: CodeHost;
  readonly storage: Storage;
  /** The one of this process. */
  readonly cache: InstallationCache;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: FastifyBaseLogger;
  /** Origin of the service's own pages; an address without a path. */
  readonly baseUrl: URL;
  readonly signingKey: Uint8Array;
  /** Null accepts webhooks unchecked. */
  readonly webhookSecret: string | null;
  /** The App's numeric ID, as webhooks name it. */
  readonly appId: number;
  /** Web pages of the code host, which may serve avatars. */
  readonly codeHostUrl: URL;
  /** Resolves when the bundled code host answers; at once with a real one. */
  readonly codeHostStarted: Promise<unknown>;
  /** Of the service and of its contract. */
  readonly version: string;
  /** What the page says before anybody signed in. */
  readonly about: () => Promise<AboutAnswer>;
  /** Whether the proxy runs the client's own documents alone (decision G4). */
  readonly onlyShippedDocuments: boolean;
  /** How long one mass invite may send. Default: `INVITE_LIMIT_MS`. */
  readonly inviteLimitMs?: number;
  /** Requests a minute and client address, or null for no limit. */
  readonly rateLimit: number | null;
  /** Addresses of proxies whose `X-Forwarded-For` is believed, where addresses are counted. */
  readonly trustedProxies: readonly string[];
  /** Aborted when the service was told to stop: it serves on, but is not ready any more. */
  readonly stopping: AbortSignal;
  /** Told of every answered request; null when nobody measures. */
  readonly observeRequest: RequestObserver | null;
  /** How long a refresh is waited for; by default as in production. */
  readonly refreshWaits?: RefreshWaits;
  /** Null serves no page. */
  readonly console: ConsoleAssetsOptions | null;
}

/** Puts the service together from its ports. Opens no socket, file or database. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const { codeHost, storage, cache, clock, entropy, log, signingKey, about } = deps;
  const sessions = withPendingSignOuts(storage.sessions, log);
  const { origin } = deps.baseUrl;

  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: REQUEST_BODY_MAX_BYTES,
    serverFactory: (answer) => createBoundedServer(answer),
    routerOptions: { maxParamLength: REQUEST_HEADERS_MAX_BYTES },
    exposeHeadRoutes: false,
    trustProxy: deps.trustedProxies.length === 0 ? false : [...deps.trustedProxies],
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerClientError,
    // A request on a connection that was accepted before the stop signal is still answered, as its last one.
    return503OnClosing: false,
  });

  // Only JSON is understood; a text that happens to be JSON is not meant as such.
  app.removeContentTypeParser('text/plain');
  await app.register(securityHeaders, { baseUrl: deps.baseUrl, codeHostOrigin: deps.codeHostUrl.origin });
  await app.register(drain, { stopping: deps.stopping });
  await app.register(lingeringClose);
  await app.register(failureLog, { clock });
  await app.register(lastResort);
  await app.register(contractDocument, { version: deps.version });
  await app.register(accessLog, { observe: deps.observeRequest });
  await app.register(cookie);
  await app.register(callers);
  await app.register(healthRoutes, { storage, codeHostStarted: deps.codeHostStarted, stopping: deps.stopping });

  const guard = createSessionGuard({ sessions, clock, origin });
  const stateTokens = warnOfForeignStates(createStateTokens({ key: signingKey, audience: origin }, clock), clock, log);
  const freshSession = createFreshSession({
    sessions,
    codeHost,
    clock,
    entropy,
    log,
    waits: deps.refreshWaits ?? { shownMs: REFRESH_WAIT_SHOWN_MS, usedMs: REFRESH_WAIT_USED_MS },
  });
  app.addHook('onClose', async () => {
    sessions.stop();
    await freshSession.settled();
  });

  await app.register(async (api) => {
    await api.register(renewedCookie, { freshSession, clock });
    await api.register(clientRateLimit, { perMinute: deps.rateLimit });
    await api.register(contractRoutes);
    await api.register(aboutRoutes, { about });
    await api.register(signInRoutes, {
      guard,
      freshSession,
      clock,
      start: { codeHost, stateTokens, signingKey, entropy, origin },
      complete: { codeHost, sessions, cache, stateTokens, signingKey, clock, entropy, log, origin },
      signOut: { sessions, log },
    });
    await api.register(organizationRoutes, { guard, cache });
    await api.register(accessRoutes, { guard, codeHost, cache, freshSession, clock, log });
    await api.register(invitationRoutes, {
      guard,
      codeHost,
      freshSession,
      clock,
      log,
      ...(deps.inviteLimitMs === undefined ? {} : { inviteLimitMs: deps.inviteLimitMs }),
    });
    await api.register(graphqlProxyRoutes, {
      guard,
      codeHost,
      freshSession,
      clock,
      log,
      onlyShippedDocuments: deps.onlyShippedDocuments,
    });
    await api.register(installationRoutes, {
      guard,
      start: { codeHost, stateTokens, entropy, origin },
      link: { codeHost, sessions, cache, freshSession, clock, log },
      complete: { sessions, stateTokens, clock, origin },
      cache,
    });
  });
  // Outside the rate limit: a delivery that is refused is lost, and its signature is proof enough.
  await app.register(webhookRoutes, {
    cache,
    sessions,
    events: storage.events,
    codeHost,
    freshSession,
    clock,
    log,
    webhookSecret: deps.webhookSecret,
    appId: deps.appId,
  });

  await app.register(contractPages);
  if (deps.console !== null) await app.register(consoleAssets, deps.console);
  return app;
}
