import cookie from '@fastify/cookie';
import { BODY_MAX_BYTES } from '@orgdesk/contract';
import { INVITE_LIMIT_MS, WATCHERS } from '@orgdesk/contract/limits';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { auditTrailRoutes } from './audit/routes.ts';
import type { StreamKind } from './domain/observations.ts';
import type { RequestLimits } from './domain/runtime.ts';
import { appWorkRoutes } from './features/access/app-work-routes.ts';
import { accessRoutes } from './features/access/routes.ts';
import { graphqlProxyRoutes } from './features/graphql-proxy/routes.ts';
import { installationRoutes } from './features/installations/routes.ts';
import { invitationJobRoutes } from './features/invitations/job-routes.ts';
import { listedInvitationRoutes } from './features/invitations/listed-routes.ts';
import { invitationRoutes } from './features/invitations/mass-routes.ts';
import { invitationPreviewRoutes } from './features/invitations/preview-routes.ts';
import { organizationFileRoutes } from './features/organization-files/routes.ts';
import { organizationRoutes } from './features/organizations/routes.ts';
import { ownerRulesRoutes } from './features/owner-rules/routes.ts';
import { acrossRoutes } from './features/people/across-routes.ts';
import { dismissalRoutes } from './features/people/dismissal-routes.ts';
import { peopleRoutes } from './features/people/routes.ts';
import { personalTokenRoutes } from './features/people/token-routes.ts';
import { peopleChangeRoutes } from './features/people-changes/routes.ts';
import { runRoutes } from './features/runs/routes.ts';
import { ownSessionRoutes } from './features/sign-in/own-session-routes.ts';
import { signInRoutes } from './features/sign-in/routes.ts';
import { webhookRoutes } from './features/webhooks/routes.ts';
import { accessExportRoutes, whoHasAccessRoutes } from './features/who-has-access/routes.ts';
import {
  type AccessLogOptions,
  accessLog,
  createCarriedId,
  createRequestIds,
  failureLog,
  followedRequests,
} from './http/access-log.ts';
import { appRequestAllowance, clientAllowances } from './http/allowances.ts';
import { type ConsoleAssetsOptions, consoleAssets } from './http/answers/console-assets.ts';
import { answerClientError, answerUnroutable, lastResort } from './http/answers/last-resort.ts';
import { securityHeaders } from './http/answers/security-headers.ts';
import { type ContractDocumentOptions, contractDocument } from './http/contract/contract-document.ts';
import { contractPages, contractRoutes } from './http/contract/contract-routes.ts';
import { decorateWithAddress, renewedCookie } from './http/cookies.ts';
import { type AboutOptions, aboutRoutes, type HealthOptions, healthRoutes } from './http/health.ts';
import { createKeptAnswers } from './http/kept-answers.ts';
import { createOpenStreams, type StreamBounds } from './http/open-streams.ts';
import { createBoundedServer } from './http/server/bounded-server.ts';
import { clientRateLimit } from './http/server/client-rate-limit.ts';
import { type DrainOptions, drain, lingeringClose } from './http/server/closing.ts';
import { createDownloads } from './http/server/downloads.ts';
import { lazyCompilers } from './http/server/lazy-compilers.ts';
import { jsonBodies } from './http/server/read-body.ts';
import { createSessionGuard } from './http/session-guard.ts';
import type { Http } from './http/watching.ts';
import { createWatching } from './http/watching.ts';
import { deadWorkRoutes, jobRoutes } from './jobs/routes.ts';
import { DOWNLOADS, LIST_LIMIT_MS, LISTS, REQUEST_HEADERS_MAX_BYTES } from './lib/limits/http.ts';
import type { Services } from './services.ts';

type AppOptions = AboutOptions &
  AccessLogOptions &
  ContractDocumentOptions &
  DrainOptions &
  HealthOptions & {
    /** Default: `INVITE_LIMIT_MS`. */
    readonly inviteLimitMs?: number | undefined;
    /** Default: `LIST_LIMIT_MS`. */
    readonly listLimitMs?: number | undefined;
    /** Default: `DOWNLOAD_LIMIT_MS`. */
    readonly downloadLimitMs?: number | undefined;
    readonly onlyShippedDocuments: boolean;
    /** Requests per minute and client; null means no limit. */
    readonly rateLimit: number | null;
    readonly auditDays: number;
    readonly appRedirects: readonly string[];
    /** Proxies whose `X-Forwarded-For` is trusted. */
    readonly trustedProxies: readonly string[];
    readonly console: ConsoleAssetsOptions | null;
  };

/** What the routes work with. */
export type AppServices = Omit<Services, 'worker'>;

/** Opens no socket, file or database. */
export async function createApp(services: AppServices, options: AppOptions): Promise<FastifyInstance> {
  const { runtime, codeHost, storage, sessions, audit, jobs, cache, signing, baseUrl } = services;
  const { entropy, observations } = runtime;
  const {
    inviteLimitMs = INVITE_LIMIT_MS,
    listLimitMs = LIST_LIMIT_MS,
    onlyShippedDocuments,
    trustedProxies,
  } = options;
  const carriedId = createCarriedId(trustedProxies);
  const newRequestId = createRequestIds(entropy);
  const { origin } = signing;

  const app = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Log lines name the request; a child logger costs more than its line.
    childLoggerFactory: (logger) => logger,
    genReqId: (request) => carriedId(request) ?? newRequestId(),
    bodyLimit: BODY_MAX_BYTES,
    serverFactory: (answer) => createBoundedServer(answer),
    routerOptions: { maxParamLength: REQUEST_HEADERS_MAX_BYTES },
    exposeHeadRoutes: false,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    schemaController: { compilersFactory: lazyCompilers() },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, validateSchema: false, meta: false } },
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerClientError,
    // A request on an accepted connection is still answered during shutdown.
    return503OnClosing: false,
  });

  // Refuses JSON sent as plain text.
  app.removeContentTypeParser('text/plain');
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  // Streams end at the stop signal, so that clients turn to another instance.
  const streamsStopping = AbortSignal.any([options.stopping, closing.signal]);
  await app.register(jsonBodies);
  await app.register(securityHeaders, { baseUrl, codeHostOrigin: services.app.codeHostUrl.origin });
  await app.register(drain, options);
  await app.register(lingeringClose, { closing: closing.signal });
  await app.register(failureLog, { runtime });
  await app.register(lastResort);
  await app.register(contractDocument, options);
  await app.register(followedRequests, { runtime, trustedProxies });
  await app.register(accessLog, options);
  await app.register(cookie);
  decorateWithAddress(app, baseUrl);
  app.decorateRequest('caller', null);
  const guard = createSessionGuard(runtime, sessions, origin);
  app.decorate('endpointServices', { guard, keptAnswers: createKeptAnswers(runtime, sessions), runtime, sessions });
  await app.register(healthRoutes, { storage, ...options });
  const openStreams = (kind: StreamKind, bounds: StreamBounds) => createOpenStreams(kind, bounds, observations);
  const http: Http = {
    streamsStopping,
    openLists: openStreams('list', LISTS),
    watching: createWatching(services, openStreams('events', WATCHERS)),
    downloads: createDownloads(services, openStreams('file', DOWNLOADS), closing.signal, options.downloadLimitMs),
  };
  const limits: RequestLimits = { stopping: closing.signal, inviteMs: inviteLimitMs, listMs: listLimitMs };
  const groups = { runtime, codeHost, sessions, audit, jobs, http, limits };

  await app.register(async (api) => {
    await api.register(renewedCookie, groups);
    await api.register(clientRateLimit, {
      allowances: clientAllowances(services.allowances, options.rateLimit),
      runtime,
      sessions,
    });
    await api.register(contractRoutes);
    await api.register(aboutRoutes, options);
    await api.register(signInRoutes, {
      ...groups,
      signing,
      deviceRequests: storage.deviceRequests,
      appRedirects: options.appRedirects,
    });
    await api.register(ownSessionRoutes, groups);
    await api.register(organizationRoutes);
    await api.register(accessRoutes, {
      ...groups,
      cache,
      fetchAllowance: appRequestAllowance(services.allowances, 'access'),
    });
    await api.register(appWorkRoutes, {
      ...groups,
      cache,
      fetchAllowance: appRequestAllowance(services.allowances, 'access'),
    });
    await api.register(invitationRoutes, groups);
    await api.register(listedInvitationRoutes, groups);
    await api.register(jobRoutes, groups);
    await api.register(organizationFileRoutes, {
      ...groups,
      signing,
      appliedFiles: storage.appliedFiles,
      ownerRules: storage.ownerRules,
    });
    await api.register(ownerRulesRoutes, { ...groups, ownerRules: storage.ownerRules });
    await api.register(invitationJobRoutes, groups);
    await api.register(runRoutes, { ...groups, signing, runs: storage.runs });
    await api.register(auditTrailRoutes, { ...groups, keptDays: options.auditDays });
    await api.register(invitationPreviewRoutes, groups);
    await api.register(peopleRoutes, { ...groups, signing, accessReviews: storage.accessReviews });
    await api.register(acrossRoutes, { ...groups, signing, accessReviews: storage.accessReviews });
    await api.register(dismissalRoutes, { ...groups, signing, dismissedFindings: storage.dismissedFindings });
    await api.register(accessExportRoutes, groups);
    await api.register(deadWorkRoutes, groups);
    await api.register(personalTokenRoutes, groups);
    await api.register(whoHasAccessRoutes, groups);
    await api.register(peopleChangeRoutes, { ...groups, signing });
    await api.register(graphqlProxyRoutes, { ...groups, onlyShippedDocuments });
    await api.register(installationRoutes, { ...groups, signing, cache });
  });
  // Not rate limited: a refused delivery is lost, and its signature authenticates it.
  await app.register(webhookRoutes, {
    ...groups,
    cache,
    events: storage.events,
    webhookSecret: services.app.webhookSecret,
    appId: services.app.id,
    appSlug: services.app.slug,
  });

  await app.register(contractPages);
  if (options.console !== null)
    await app.register(consoleAssets, { ...options.console, packages: storage.packages, runtime });
  return app;
}
