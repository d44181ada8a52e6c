import { ACCESS_EXPORT_KEPT_MS } from '@orgdesk/contract/limits';
import { createAudited, createClaimed } from './audit/audited.ts';
import { createFollowUp } from './audit/follow-up.ts';
import type { AuditHeadTarget } from './audit/heads.ts';
import { createSearchQueue, createTrailReader } from './audit/read-trail.ts';
import type { Audit } from './audit/services.ts';
import { createHeadSigning, createSignNote } from './audit/sign-heads.ts';
import { type CodeHost, createHttpCodeHost, type HttpCodeHostSettings } from './code-host/code-host.ts';
import type { PostgresLimits } from './database/engines/postgres/engine.ts';
import { type Observations, UNOBSERVED } from './domain/observations.ts';
import type { Runtime } from './domain/runtime.ts';
import { createInstallationCache, type InstallationCache } from './features/installations/installation-cache.ts';
import { createInvitationJobs } from './features/invitations/invitation-jobs.ts';
import { createPlanJobs } from './features/organization-files/plan-jobs.ts';
import { createPeopleChanges } from './features/people-changes/people-changes.ts';
import { createStartRuns } from './features/runs/work-on-runs.ts';
import { createAccessExports, type FileMax } from './features/who-has-access/access-exports.ts';
import { appRequestAllowance, createSharedAllowances, type SharedAllowances } from './http/allowances.ts';
import { createJobKinds } from './jobs/advance.ts';
import { createCleanup } from './jobs/cleanup.ts';
import type { Jobs } from './jobs/services.ts';
import { createStartJob } from './jobs/start-job.ts';
import { createWorker, type Worker } from './jobs/worker.ts';
import { REFRESH_WAIT_SHOWN_MS, REFRESH_WAIT_USED_MS } from './lib/limits/sessions.ts';
import { CLEARING_FIRST_MS, CLEARING_INTERVAL_MS } from './lib/limits/storage.ts';
import { cipherKeysOf, createTokenCipher, credentialsOf, signingKeyOf } from './lib/secrets.ts';
import { createSharedClock } from './lib/shared-clock.ts';
import { createStateTokens, type Signing, warnOfForeignStates } from './lib/state-token.ts';
import { type Clock, type Log, systemClock, systemEntropy } from './lib/system.ts';
import { type Traces, tracedLog } from './lib/traces.ts';
import type { CodeHostSettings } from './operate/config/code-host-settings.ts';
import type { Config } from './operate/config/read-config.ts';
import { createLineTraces } from './operate/log.ts';
import { createFreshSession, type RefreshWaits } from './sessions/fresh-session.ts';
import { createLiveMembership, createLiveRights } from './sessions/live-rights.ts';
import type { Sessions } from './sessions/services.ts';
import { createKnownSessions, createSessionUses } from './sessions/session-uses.ts';
import { createSqlStorage, type Storage } from './storage.ts';

/** Optional limits default to production values. */
export interface ServiceSettings
  extends Pick<
    Config,
    | 'auditDays'
    | 'baseUrl'
    | 'databaseUrl'
    | 'databasePoolSize'
    | 'invitationAddressesDays'
    | 'invitationRowsDays'
    | 'sessionSecret'
    | 'tokenSecrets'
    | 'reconcileMinutes'
  > {
  readonly codeHost: HttpCodeHostSettings & Pick<CodeHostSettings, 'webhookSecret'>;
  readonly postgresLimits?: PostgresLimits;
  readonly refreshWaits?: RefreshWaits;
  readonly jobLeaseMs?: number;
  readonly accessExportMax?: FileMax | undefined;
  /** Where signed heads of audit logs go. Default: none are signed. */
  readonly auditHeadTargets?: readonly AuditHeadTarget[] | undefined;
}

export interface Surroundings {
  readonly log: Log;
  /** Default: the database clock, shared by all instances. */
  readonly clock?: Clock;
  /** Used while the database is unavailable. Default: the system clock. */
  readonly machineClock?: Clock;
  readonly observations?: Observations;
  /** Default: log fields only. */
  readonly traces?: Traces;
}

/** What the service consists of. Each feature takes what it needs of it, so that none knows all. */
export interface Services {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
  readonly storage: Storage;
  readonly sessions: Sessions;
  readonly audit: Audit;
  readonly jobs: Jobs;
  readonly cache: InstallationCache;
  readonly worker: Worker;
  readonly allowances: SharedAllowances;
  readonly signing: Signing;
  /** Public origin, without a path. */
  readonly baseUrl: URL;
  readonly app: {
    /** Numeric ID, as in webhooks. */
    readonly id: number;
    readonly slug: string;
    /** Null accepts webhooks unverified. */
    readonly webhookSecret: string | null;
    readonly codeHostUrl: URL;
  };
}

/**
 * Builds the object graph and migrates the database. `closing` closes in reverse order what was opened, even if this
 * throws. Errors name settings, never their values.
 */
export async function createServices(
  settings: ServiceSettings,
  {
    log: plainLog,
    clock: suppliedClock,
    machineClock = systemClock,
    observations = UNOBSERVED,
    traces: suppliedTraces,
  }: Surroundings,
  closing: AsyncDisposableStack,
): Promise<Services> {
  const { baseUrl, reconcileMinutes } = settings;
  const entropy = systemEntropy;
  const traces = suppliedTraces ?? createLineTraces();
  const log = tracedLog(plainLog, traces);
  // Connections outlive requests, so their log lines must not include request fields.
  const storage = await openStorage(settings, plainLog, closing, suppliedTraces);
  const clock = suppliedClock ?? (await startSharedClock(storage, machineClock, log, closing));
  const runtime: Runtime = { clock, entropy, log, observations, traces };
  const codeHost = createHttpCodeHost(settings.codeHost, { ...runtime, callLog: log });
  const everyMs = reconcileMinutes === null ? null : reconcileMinutes * 60_000;
  const { installations, auditTrail, appliedFiles, ownerRules } = storage;
  const { webhookSecret } = settings.codeHost;
  const signingKey = signingKeyOf(settings.sessionSecret, credentialsOf(settings.codeHost));
  const allowances = createSharedAllowances(runtime, storage.sharedCounts, signingKey);
  const fetchAllowance = appRequestAllowance(allowances, 'status');
  const cache = createInstallationCache({
    runtime,
    codeHost,
    installations,
    leases: storage.leases,
    dueWork: storage.dueWork,
    fetchAllowance,
    everyMs,
  });

  const stateTokens = createStateTokens({ key: signingKey, audience: baseUrl.origin }, clock);
  const sessionUses = createSessionUses(storage.sessions, log);
  const waits = settings.refreshWaits ?? { shownMs: REFRESH_WAIT_SHOWN_MS, usedMs: REFRESH_WAIT_USED_MS };
  const freshSession = createFreshSession(
    {
      runtime,
      codeHost,
      store: storage.sessions,
      onSpent: ({ key, user }) => storage.appWork.withdraw(user.id, { in: [key] }),
    },
    waits,
  );
  const liveMembership = createLiveMembership(codeHost, freshSession, clock);
  const liveRights = createLiveRights(liveMembership);
  const sessions: Sessions = {
    store: storage.sessions,
    installations,
    uses: sessionUses,
    known: createKnownSessions(storage.sessions, clock),
    fresh: freshSession,
    membership: liveMembership,
    rights: liveRights,
  };
  const audited = createAudited(runtime, auditTrail);
  const { auditHeads: heads } = storage;
  const { auditHeadTargets: targets } = settings;
  const searchQueue = createSearchQueue();
  const audit: Audit = {
    trail: auditTrail,
    heads,
    audited,
    claimed: createClaimed(runtime, storage.leases),
    reader: createTrailReader(auditTrail, searchQueue),
    searchQueue,
    signNote: createSignNote(runtime, heads, baseUrl.host, targets !== undefined),
  };
  const wake = () => worker.wake();
  const startJob = createStartJob(runtime, storage.jobs, wake);
  const jobs: Jobs = {
    store: storage.jobs,
    appWork: storage.appWork,
    appMayAct: webhookSecret !== null,
    dueWork: storage.dueWork,
    start: startJob,
    wake,
  };
  const groups = { runtime, codeHost, sessions, audit, jobs };
  const kinds = [
    ...createJobKinds(groups, [
      createInvitationJobs(groups),
      createPeopleChanges(groups),
      createPlanJobs({ ...groups, appliedFiles, ownerRules }),
      createAccessExports(groups, settings.accessExportMax),
    ]),
    createStartRuns({ ...groups, runs: storage.runs }),
    createCleanup({ runtime, storage, ...retentionOf(settings) }, CLEANUP_TIMES),
    ...(cache.comparison === null ? [] : [cache.comparison]),
    ...(everyMs === null ? [] : [createFollowUp(groups, everyMs)]),
    ...(targets === undefined ? [] : [createHeadSigning({ runtime, heads, targets, host: baseUrl.host })]),
  ];
  const worker: Worker = createWorker(runtime, storage.dueWork, kinds, settings.jobLeaseMs);
  closing.defer(async () => {
    await sessionUses.stop();
    storage.sessions.stop();
    await freshSession.settled();
    await audited.settled();
  });

  return {
    runtime,
    codeHost,
    storage,
    sessions,
    audit,
    jobs,
    cache,
    worker,
    allowances,
    signing: {
      stateTokens: warnOfForeignStates(stateTokens, clock, log),
      key: signingKey,
      origin: baseUrl.origin,
    },
    baseUrl,
    app: {
      id: Number(settings.codeHost.appId),
      slug: settings.codeHost.appSlug,
      webhookSecret,
      codeHostUrl: settings.codeHost.webUrl,
    },
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;
const CLEANUP_TIMES = { firstAfterMs: CLEARING_FIRST_MS, everyMs: CLEARING_INTERVAL_MS };

const retentionOf = ({ auditDays, invitationRowsDays, invitationAddressesDays }: ServiceSettings) => ({
  auditRetentionMs: auditDays * DAY_MS,
  jobRetention: {
    rowsMs: invitationRowsDays * DAY_MS,
    addressesMs: invitationAddressesDays * DAY_MS,
    filesMs: ACCESS_EXPORT_KEPT_MS,
  },
});

async function startSharedClock(
  storage: Storage,
  machine: Clock,
  log: Log,
  closing: AsyncDisposableStack,
): Promise<Clock> {
  const clock = createSharedClock({ databaseTime: () => storage.time(), machine, log });
  await clock.synchronize();
  closing.defer(clock.keepSynchronized());
  return clock;
}

async function openStorage(
  { databaseUrl: url, databasePoolSize: poolSize, tokenSecrets, postgresLimits: limits }: ServiceSettings,
  log: Log,
  closing: AsyncDisposableStack,
  traces: Traces | undefined,
): Promise<Storage> {
  try {
    const cipher = createTokenCipher(cipherKeysOf(tokenSecrets), systemEntropy);
    const postgres = { poolSize, ...(limits === undefined ? {} : { limits }) };
    const storage = await createSqlStorage({ url, cipher, log, postgres, traces });
    closing.defer(() => storage.close());
    await storage.migrate();
    return storage;
  } catch (error) {
    throw new Error(`the database in DATABASE_URL cannot be used: ${reasonIn(error)}.`, { cause: error });
  }
}

/** An `AggregateError` of connection attempts has a code but no message. */
function reasonIn(error: unknown): string {
  const { message, code } = error as { readonly message?: unknown; readonly code?: unknown };
  return String(message || code || 'for an unknown reason');
}
