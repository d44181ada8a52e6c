import cookie from '@fastify/cookie';
import { BODY_MAX_BYTES } from '@orgdesk/contract';
import { INVITE_LIMIT_MS, WATCHERS } from '@orgdesk/contract/limits';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { auditTrailRoutes } from './audit/routes.ts';
import type { StreamKind } from './domain/observations.ts';
import { type AboutRoutesDeps, aboutRoutes } from './features/about/routes.ts';
import { accessRoutes } from './features/access/routes.ts';
import { accessExportRoutes } from './features/access-exports/routes.ts';
import { graphqlProxyRoutes } from './features/graphql-proxy/routes.ts';
import { installationRoutes } from './features/installations/routes.ts';
import { invitationJobRoutes } from './features/invitations/jobs/routes.ts';
import { createStartInvitations } from './features/invitations/jobs/start-invitations.ts';
import { listedInvitationRoutes } from './features/invitations/listed/routes.ts';
import { invitationRoutes } from './features/invitations/mass/routes.ts';
import { invitationPreviewRoutes } from './features/invitations/preview/routes.ts';
import { createPlanSeals } from './features/organization-files/plan-seal.ts';
import { organizationFileRoutes } from './features/organization-files/routes.ts';
import { organizationRoutes } from './features/organizations/routes.ts';
import { ownSessionRoutes } from './features/own-sessions/routes.ts';
import { ownerRulesRoutes } from './features/owner-rules/routes.ts';
import { acrossRoutes } from './features/people/across/routes.ts';
import { dismissalRoutes } from './features/people/dismissals/routes.ts';
import { createFindingSeals } from './features/people/finding-seals.ts';
import { peopleRoutes } from './features/people/routes.ts';
import { personalTokenRoutes } from './features/people/tokens/routes.ts';
import { createPeoplePreviews } from './features/people-changes/people-preview.ts';
import { peopleChangeRoutes } from './features/people-changes/routes.ts';
import { runRoutes } from './features/runs/routes.ts';
import { signInRoutes } from './features/sign-in/routes.ts';
import { webhookRoutes } from './features/webhooks/routes.ts';
import { whoHasAccessRoutes } from './features/who-has-access/routes.ts';
import { appRequestAllowance, clientAllowances } from './http/allowances/kinds.ts';
import { type ConsoleAssetsOptions, consoleAssets } from './http/answers/console-assets.ts';
import { answerClientError, answerUnroutable, lastResort } from './http/answers/last-resort.ts';
import { securityHeaders } from './http/answers/security-headers.ts';
import { type ContractDocumentOptions, contractDocument } from './http/contract/contract-document.ts';
import { contractPages, contractRoutes } from './http/contract/contract-routes.ts';
import { type AccessLogOptions, accessLog } from './http/operators/access-log.ts';
import { failureLog } from './http/operators/failure-log.ts';
import { createCarriedId, followedRequests } from './http/operators/followed-requests.ts';
import { type HealthOptions, healthRoutes } from './http/operators/health.ts';
import { createRequestIds } from './http/operators/request-ids.ts';
import { createBoundedServer } from './http/server/bounded-server.ts';
import { clientRateLimit } from './http/server/client-rate-limit.ts';
import { createDownloads } from './http/server/downloads.ts';
import { type DrainOptions, drain } from './http/server/drain.ts';
import { jsonBodies } from './http/server/json-bodies.ts';
import { lazyCompilers } from './http/server/lazy-compilers.ts';
import { lingeringClose } from './http/server/lingering-close.ts';
import type { Http } from './http/services.ts';
import { decorateWithAddress } from './http/session/cookie-attributes.ts';
import { createKeptAnswers } from './http/session/kept-answers.ts';
import { renewedCookie } from './http/session/renewed-cookie.ts';
import { createSessionGuard } from './http/session/session-guard.ts';
import { createOpenStreams, type StreamBounds } from './http/streams/open-streams.ts';
import { createStillAllowed } from './http/streams/still-allowed.ts';
import { createWatching } from './http/streams/watching.ts';
import { deadWorkRoutes } from './jobs/dead-work/routes.ts';
import { jobRoutes } from './jobs/routes.ts';
import { DOWNLOADS, LIST_LIMIT_MS, LISTS, REQUEST_HEADERS_MAX_BYTES } from './lib/limits/requests.ts';
import type { RequestLimits } from './lib/request-limits.ts';
import type { Services } from './services.ts';

export type AppOptions = AboutRoutesDeps &
  AccessLogOptions &
  ContractDocumentOptions &
  DrainOptions &
  Omit<HealthOptions, 'storage'> & {
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
  const { clock, entropy, log, observations, traces } = runtime;
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
  await app.register(failureLog, { clock });
  await app.register(lastResort);
  await app.register(contractDocument, options);
  await app.register(followedRequests, { traces, trustedProxies });
  await app.register(accessLog, options);
  await app.register(cookie);
  decorateWithAddress(app, baseUrl);
  app.decorateRequest('caller', null);
  const ofSessions = { sessions: sessions.store, sessionUses: sessions.uses, knownSessions: sessions.known, clock };
  const guard = createSessionGuard({ ...ofSessions, origin });
  const keptAnswers = createKeptAnswers(ofSessions);
  app.decorate('gate', { guard, keptAnswers, liveMembership: sessions.membership, liveRights: sessions.rights, clock });
  await app.register(healthRoutes, { storage, ...options });
  const stillAllowed = createStillAllowed({ sessions: sessions.store, liveRights: sessions.rights, clock });
  const openStreams = (kind: StreamKind, bounds: StreamBounds) => createOpenStreams(kind, bounds, observations);
  const http: Http = {
    streamsStopping,
    openLists: openStreams('list', LISTS),
    watching: createWatching({ open: openStreams('events', WATCHERS), stillAllowed, clock, log }),
    downloads: createDownloads({
      closing: closing.signal,
      open: openStreams('file', DOWNLOADS),
      stillAllowed,
      clock,
      log,
      limitMs: options.downloadLimitMs,
    }),
  };
  const limits: RequestLimits = { stopping: closing.signal, inviteMs: inviteLimitMs, listMs: listLimitMs };
  const groups = { runtime, codeHost, sessions, audit, jobs, http, limits };
  // OLD
  const {
    fresh: freshSession,
    membership: liveMembership,
    rights: liveRights,
    known: knownSessions,
    installations,
  } = sessions;
  const { audited, claimed, reader, searchQueue } = audit;
  const { openLists, watching, downloads } = http;
  const { stateTokens, key: signingKey } = signing;
  const { countSends, start: startJob } = jobs;
  const signedIn = { codeHost, freshSession, clock, log, stopping: closing.signal };
  const flow = { stateTokens, signingKey, entropy, origin };

  await app.register(async (api) => {
    await api.register(renewedCookie, { freshSession, clock });
    await api.register(clientRateLimit, {
      allowances: clientAllowances(services.allowances, options.rateLimit),
      knownSessions,
      observations,
    });
    await api.register(contractRoutes);
    await api.register(aboutRoutes, options);
    await api.register(signInRoutes, {
      ...signedIn,
      installations,
      sessions: sessions.store,
      deviceRequests: storage.deviceRequests,
      observations,
      knownSessions,
      appRedirects: options.appRedirects,
      ...flow,
    });
    await api.register(ownSessionRoutes, groups);
    await api.register(organizationRoutes);
    await api.register(accessRoutes, {
      ...signedIn,
      cache,
      installations,
      fetchAllowance: appRequestAllowance(services.allowances, 'access'),
    });
    await api.register(invitationRoutes, {
      ...signedIn,
      liveMembership,
      installations,
      audited,
      inviteLimitMs,
      countSends: countSends,
    });
    await api.register(listedInvitationRoutes, {
      ...signedIn,
      liveRights,
      audited,
      claimed,
      inviteLimitMs,
      countSends: countSends,
    });
    await api.register(jobRoutes, {
      ...signedIn,
      watching,
      stopping: streamsStopping,
      jobs: storage.jobs,
      auditTrail: storage.auditTrail,
      wake: jobs.wake,
      downloads,
    });
    const seals = createPlanSeals({ key: signingKey, origin }, clock, entropy);
    await api.register(organizationFileRoutes, {
      ...signedIn,
      seals,
      startJob,
      appliedFiles: storage.appliedFiles,
      ownerRules: storage.ownerRules,
      auditTrail: storage.auditTrail,
    });
    await api.register(ownerRulesRoutes, { ...groups, ownerRules: storage.ownerRules });
    await api.register(invitationJobRoutes, {
      codeHost,
      startInvitations: createStartInvitations(startJob, codeHost),
    });
    const previews = createPeoplePreviews({ key: signingKey, origin }, clock, entropy);
    await api.register(runRoutes, {
      ...signedIn,
      entropy,
      runs: storage.runs,
      jobs: storage.jobs,
      dueWork: storage.dueWork,
      liveRights,
      auditTrail: storage.auditTrail,
      previews,
      downloads,
      wake: jobs.wake,
    });
    await api.register(auditTrailRoutes, {
      downloads,
      watching,
      reader,
      searchQueue,
      trail: storage.auditTrail,
      installations,
      heads: storage.auditHeads,
      clock,
      keptDays: options.auditDays,
      stopping: streamsStopping,
    });
    await api.register(invitationPreviewRoutes, {
      ...signedIn,
      jobs: storage.jobs,
      inviteLimitMs,
    });
    const findingSeals = createFindingSeals(signingKey);
    const people = {
      ...signedIn,
      findingSeals,
      accessReviews: storage.accessReviews,
      liveMembership,
      liveRights,
      auditTrail: storage.auditTrail,
      openLists,
      listLimitMs: options.listLimitMs,
    };
    await api.register(peopleRoutes, people);
    await api.register(acrossRoutes, { ...people, reader, signNote: audit.signNote });
    await api.register(dismissalRoutes, { dismissedFindings: storage.dismissedFindings, findingSeals, clock });
    await api.register(accessExportRoutes, { codeHost, jobs: storage.jobs, startJob });
    await api.register(deadWorkRoutes, { dueWork: storage.dueWork, clock, wake: jobs.wake });
    await api.register(personalTokenRoutes, { codeHost, audited, claimed, liveRights });
    await api.register(whoHasAccessRoutes, { ...signedIn, liveRights, openLists, stopping: streamsStopping });
    await api.register(peopleChangeRoutes, {
      ...people,
      startJob,
      previews,
      inviteLimitMs,
    });
    await api.register(graphqlProxyRoutes, { ...signedIn, onlyShippedDocuments });
    await api.register(installationRoutes, { ...signedIn, cache, installations, sessions: sessions.store, ...flow });
  });
  // Not rate limited: a refused delivery is lost, and its signature authenticates it.
  await app.register(webhookRoutes, {
    cache,
    sessions: sessions.store,
    events: storage.events,
    auditTrail: storage.auditTrail,
    codeHost,
    freshSession,
    clock,
    log,
    webhookSecret: services.app.webhookSecret,
    appId: services.app.id,
    observations,
    traces,
  });

  await app.register(contractPages);
  if (options.console !== null)
    await app.register(consoleAssets, { ...options.console, packages: storage.packages, clock, log });
  return app;
}
