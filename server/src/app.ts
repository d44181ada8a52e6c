import cookie from '@fastify/cookie';
import { BODY_MAX_BYTES } from '@orgdesk/contract';
import { WATCHERS } from '@orgdesk/contract/limits';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { AppOptions, AppParts } from './app-parts.ts';
import { aboutRoutes } from './capabilities/about/routes.ts';
import { accessRoutes } from './capabilities/access/routes.ts';
import { auditTrailRoutes } from './capabilities/audit-trail/routes.ts';
import { graphqlProxyRoutes } from './capabilities/graphql-proxy/routes.ts';
import { installationRoutes } from './capabilities/installations/routes.ts';
import { invitationPreviewRoutes } from './capabilities/invitation-preview/routes.ts';
import { invitationRoutes } from './capabilities/invitations/routes.ts';
import { accessExportRoutes } from './capabilities/jobs/access-exports/routes.ts';
import { deadWorkRoutes } from './capabilities/jobs/dead-work/routes.ts';
import { invitationJobRoutes } from './capabilities/jobs/invitations/routes.ts';
import { jobRoutes } from './capabilities/jobs/routes.ts';
import { runRoutes } from './capabilities/jobs/runs/routes.ts';
import { listedInvitationRoutes } from './capabilities/listed-invitations/routes.ts';
import { organizationFileRoutes } from './capabilities/organizations/file/routes.ts';
import { ownerRulesRoutes } from './capabilities/organizations/owner-rules/routes.ts';
import { organizationRoutes } from './capabilities/organizations/routes.ts';
import { ownSessionRoutes } from './capabilities/own-sessions/routes.ts';
import { acrossRoutes } from './capabilities/people/across/routes.ts';
import { dismissalRoutes } from './capabilities/people/dismissals/routes.ts';
import { peopleRoutes } from './capabilities/people/routes.ts';
import { personalTokenRoutes } from './capabilities/people/tokens/routes.ts';
import { peopleChangeRoutes } from './capabilities/people-changes/routes.ts';
import { signInRoutes } from './capabilities/sign-in/routes.ts';
import { webhookRoutes } from './capabilities/webhooks/routes.ts';
import { whoHasAccessRoutes } from './capabilities/who-has-access/routes.ts';
import { DOWNLOADS, LISTS, REQUEST_HEADERS_MAX_BYTES } from './domain/limits/requests.ts';
import { consoleAssets } from './http/answers/console-assets.ts';
import { answerClientError, answerUnroutable, lastResort } from './http/answers/last-resort.ts';
import { securityHeaders } from './http/answers/security-headers.ts';
import { contractDocument } from './http/contract/contract-document.ts';
import { contractPages, contractRoutes } from './http/contract/contract-routes.ts';
import { accessLog } from './http/operators/access-log.ts';
import { failureLog } from './http/operators/failure-log.ts';
import { createCarriedId, followedRequests } from './http/operators/followed-requests.ts';
import { healthRoutes } from './http/operators/health.ts';
import { createRequestIds } from './http/operators/request-ids.ts';
import { createBoundedServer } from './http/server/bounded-server.ts';
import { clientRateLimit } from './http/server/client-rate-limit.ts';
import { createDownloads } from './http/server/downloads.ts';
import { drain } from './http/server/drain.ts';
import { jsonBodies } from './http/server/json-bodies.ts';
import { lazyCompilers } from './http/server/lazy-compilers.ts';
import { lingeringClose } from './http/server/lingering-close.ts';
import { decorateWithAddress } from './http/session/cookie-attributes.ts';
import { createKeptAnswers } from './http/session/kept-answers.ts';
import { renewedCookie } from './http/session/renewed-cookie.ts';
import { createSessionGuard } from './http/session/session-guard.ts';
import type { StreamKind } from './ports/operators/observations.ts';
import { createFindingSeals } from './security/finding-seals.ts';
import { createPeoplePreviews } from './security/people-preview.ts';
import { createPlanSeals } from './security/plan-seal.ts';
import { appRequestAllowance, clientAllowances } from './shared/allowances/kinds.ts';
import { createTrailReader } from './shared/audit-trail/read-trail.ts';
import { createSearchQueue } from './shared/audit-trail/search-queue.ts';
import { createStartInvitations } from './shared/jobs/start-invitations.ts';
import { createStartJob } from './shared/jobs/start-job.ts';
import { createKnownSessions } from './shared/sessions/known-sessions.ts';
import { createOpenStreams, type StreamBounds } from './shared/watching/open-streams.ts';
import { createStillAllowed } from './shared/watching/still-allowed.ts';
import { createWatching } from './shared/watching/watching.ts';

/** Opens no socket, file or database. */
export async function createApp(parts: AppParts, options: AppOptions): Promise<FastifyInstance> {
  const {
    codeHost,
    storage,
    cache,
    sessions,
    sessionUses,
    freshSession,
    liveMembership,
    liveRights,
    audited,
    claimed,
    stateTokens,
    signingKey,
    clock,
    entropy,
    baseUrl,
    log,
    observations,
    traces,
  } = parts;
  const { onlyShippedDocuments, inviteLimitMs, trustedProxies } = options;
  const carriedId = createCarriedId(trustedProxies);
  const newRequestId = createRequestIds(entropy);
  const { origin } = baseUrl;
  const { installations } = storage;

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
  await app.register(securityHeaders, { baseUrl, codeHostOrigin: parts.app.codeHostUrl.origin });
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
  const knownSessions = createKnownSessions({ sessions, clock });
  const guard = createSessionGuard({ sessions, sessionUses, knownSessions, clock, origin });
  const keptAnswers = createKeptAnswers({ sessions, sessionUses, knownSessions, clock });
  app.decorate('gate', { guard, keptAnswers, liveMembership, liveRights, clock });
  await app.register(healthRoutes, { storage, ...options });
  const signedIn = { codeHost, freshSession, clock, log, stopping: closing.signal };
  const stillAllowed = createStillAllowed({ sessions, liveRights, clock });
  const openStreams = (kind: StreamKind, bounds: StreamBounds) => createOpenStreams(kind, bounds, observations);
  const watching = createWatching({ open: openStreams('events', WATCHERS), stillAllowed, clock, log });
  const openLists = openStreams('list', LISTS);
  const downloads = createDownloads({
    closing: closing.signal,
    open: openStreams('file', DOWNLOADS),
    stillAllowed,
    clock,
    log,
    limitMs: options.downloadLimitMs,
  });
  const searchQueue = createSearchQueue();
  const reader = createTrailReader({ trail: storage.auditTrail, searchQueue });
  /** Shared by sign-in and installing. */
  const flow = { stateTokens, signingKey, entropy, origin };

  await app.register(async (api) => {
    await api.register(renewedCookie, { freshSession, clock });
    await api.register(clientRateLimit, {
      allowances: clientAllowances(parts.allowances, options.rateLimit),
      knownSessions,
      observations,
    });
    await api.register(contractRoutes);
    await api.register(aboutRoutes, options);
    await api.register(signInRoutes, {
      ...signedIn,
      installations,
      sessions,
      deviceRequests: storage.deviceRequests,
      observations,
      knownSessions,
      appRedirects: options.appRedirects,
      ...flow,
    });
    await api.register(ownSessionRoutes, { sessions, sessionUses, clock });
    await api.register(organizationRoutes);
    await api.register(accessRoutes, {
      ...signedIn,
      cache,
      installations,
      fetchAllowance: appRequestAllowance(parts.allowances, 'access'),
    });
    await api.register(invitationRoutes, {
      ...signedIn,
      liveMembership,
      installations,
      audited,
      inviteLimitMs,
      countSends: parts.countSends,
    });
    await api.register(listedInvitationRoutes, {
      ...signedIn,
      liveRights,
      audited,
      claimed,
      inviteLimitMs,
      countSends: parts.countSends,
    });
    await api.register(jobRoutes, {
      ...signedIn,
      watching,
      stopping: streamsStopping,
      jobs: storage.jobs,
      auditTrail: storage.auditTrail,
      wake: parts.dueWork.wake,
      downloads,
    });
    const startJob = createStartJob({ jobs: storage.jobs, clock, entropy, wake: parts.dueWork.wake });
    const seals = createPlanSeals({ key: signingKey, origin }, clock, entropy);
    await api.register(organizationFileRoutes, {
      ...signedIn,
      seals,
      startJob,
      appliedFiles: storage.appliedFiles,
      ownerRules: storage.ownerRules,
      auditTrail: storage.auditTrail,
    });
    await api.register(ownerRulesRoutes, { codeHost, ownerRules: storage.ownerRules, clock });
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
      wake: parts.dueWork.wake,
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
    await api.register(acrossRoutes, { ...people, reader, signNote: parts.signNote });
    await api.register(dismissalRoutes, { dismissedFindings: storage.dismissedFindings, findingSeals, clock });
    await api.register(accessExportRoutes, { codeHost, jobs: storage.jobs, startJob });
    await api.register(deadWorkRoutes, { dueWork: storage.dueWork, clock, wake: parts.dueWork.wake });
    await api.register(personalTokenRoutes, { codeHost, audited, claimed, liveRights });
    await api.register(whoHasAccessRoutes, { ...signedIn, liveRights, openLists, stopping: streamsStopping });
    await api.register(peopleChangeRoutes, {
      ...people,
      startJob,
      previews,
      inviteLimitMs,
    });
    await api.register(graphqlProxyRoutes, { ...signedIn, onlyShippedDocuments });
    await api.register(installationRoutes, { ...signedIn, cache, installations, sessions, ...flow });
  });
  // Not rate limited: a refused delivery is lost, and its signature authenticates it.
  await app.register(webhookRoutes, {
    cache,
    sessions,
    events: storage.events,
    auditTrail: storage.auditTrail,
    codeHost,
    freshSession,
    clock,
    log,
    webhookSecret: parts.app.webhookSecret,
    appId: parts.app.id,
    observations,
    traces,
  });

  await app.register(contractPages);
  if (options.console !== null)
    await app.register(consoleAssets, { ...options.console, packages: storage.packages, clock, log });
  return app;
}
