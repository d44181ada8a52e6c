import { createAccessExports, type FileMax } from './access-exports/access-exports.ts';
import { createHttpCodeHost, type HttpCodeHostSettings } from './adapters/code-host/code-host.ts';
import type { PostgresLimits } from './adapters/storage-sql/engines/postgres/engine.ts';
import { createSqlStorage } from './adapters/storage-sql/storage.ts';
import { createLineTraces } from './adapters/system/line-traces.ts';
import { createSharedClock } from './adapters/system/shared-clock.ts';
import { systemClock, systemEntropy } from './adapters/system/system.ts';
import { appRequestAllowance } from './allowances/kinds.ts';
import { createSharedAllowances, type SharedAllowances } from './allowances/shared-allowances.ts';
import type { AppParts } from './app-parts.ts';
import { createAudited } from './audit-trail/audited.ts';
import { createClaimed } from './audit-trail/claimed.ts';
import { createFollowUp } from './audit-trail/follow-up.ts';
import type { CodeHostSettings } from './config/code-host-settings.ts';
import type { Config } from './config/read-config.ts';
import { REFRESH_WAIT_SHOWN_MS, REFRESH_WAIT_USED_MS } from './domain/limits/sessions.ts';
import { createInstallationCache } from './installation-cache/installation-cache.ts';
import { createInvitationJobs, type InvitationJobs } from './invitation-jobs/invitation-jobs.ts';
import type { Worker } from './jobs/worker.ts';
import { type Observations, UNOBSERVED } from './ports/operators/observations.ts';
import { type Traces, tracedLog } from './ports/operators/traces.ts';
import type { Storage } from './ports/storage/storage.ts';
import type { Clock, Log } from './ports/system.ts';
import { warnOfForeignStates } from './security/foreign-states.ts';
import { cipherKeysOf, credentialsOf, signingKeyOf } from './security/keys.ts';
import { createStateTokens } from './security/state-token.ts';
import { createTokenCipher } from './security/token-cipher.ts';
import { createFreshSession, type RefreshWaits } from './sessions/fresh-session.ts';
import { createLiveMembership } from './sessions/live-membership.ts';
import { createLiveRights } from './sessions/live-rights.ts';
import { withPendingSignOuts } from './sessions/pending-sign-outs.ts';
import { createSessionUses } from './sessions/session-uses.ts';

/** Optional limits default to production values. */
export interface GraphSettings
  extends Pick<
    Config,
    'baseUrl' | 'databaseUrl' | 'databasePoolSize' | 'sessionSecret' | 'tokenSecrets' | 'reconcileMinutes'
  > {
  readonly codeHost: HttpCodeHostSettings & Pick<CodeHostSettings, 'webhookSecret'>;
  readonly postgresLimits?: PostgresLimits;
  readonly refreshWaits?: RefreshWaits;
  readonly jobLeaseMs?: number;
  readonly accessExportMax?: FileMax | undefined;
}

export interface GraphDeps {
  readonly log: Log;
  /** Default: the database clock, shared by all instances. */
  readonly clock?: Clock;
  /** Used while the database is unavailable. Default: the system clock. */
  readonly machineClock?: Clock;
  readonly observations?: Observations;
  /** Default: log fields only. */
  readonly traces?: Traces;
}

export interface Graph extends AppParts {
  readonly storage: Storage;
  readonly jobs: InvitationJobs;
  readonly accessExports: Worker;
  readonly allowances: SharedAllowances;
}

/**
 * Builds the object graph and migrates the database. `closing` closes in reverse order what was opened, even if this
 * throws. Errors name settings, never their values.
 */
export async function compose(
  settings: GraphSettings,
  {
    log: plainLog,
    clock: suppliedClock,
    machineClock = systemClock,
    observations = UNOBSERVED,
    traces: suppliedTraces,
  }: GraphDeps,
  closing: AsyncDisposableStack,
): Promise<Graph> {
  const { baseUrl, reconcileMinutes } = settings;
  const entropy = systemEntropy;
  const traces = suppliedTraces ?? createLineTraces();
  const log = tracedLog(plainLog, traces);
  // Connections outlive requests, so their log lines must not include request fields.
  const storage = await openStorage(settings, plainLog, closing, suppliedTraces);
  const clock = suppliedClock ?? (await startSharedClock(storage, machineClock, log, closing));
  const codeHost = createHttpCodeHost(settings.codeHost, { clock, log, observations, traces, callLog: log });
  const everyMs = reconcileMinutes === null ? null : reconcileMinutes * 60_000;
  const { installations, auditTrail } = storage;
  const followUp = createFollowUp({ codeHost, installations, auditTrail, clock, log });
  const { webhookSecret } = settings.codeHost;
  const signingKey = signingKeyOf(settings.sessionSecret, credentialsOf(settings.codeHost));
  const allowances = createSharedAllowances({ store: storage.sharedCounts, signingKey, clock, entropy, log });
  const fetchAllowance = appRequestAllowance(allowances, 'status');
  const cache = createInstallationCache({
    codeHost,
    storage,
    followUp,
    fetchAllowance,
    clock,
    entropy,
    log,
    everyMs,
    observations,
    traces,
  });

  const stateTokens = createStateTokens({ key: signingKey, audience: baseUrl.origin }, clock);
  const sessions = withPendingSignOuts(storage.sessions, log);
  const sessionUses = createSessionUses(sessions, log);
  const waits = settings.refreshWaits ?? { shownMs: REFRESH_WAIT_SHOWN_MS, usedMs: REFRESH_WAIT_USED_MS };
  const freshSession = createFreshSession({ sessions, codeHost, clock, entropy, log, observations, waits });
  const liveMembership = createLiveMembership({ codeHost, freshSession, clock });
  const liveRights = createLiveRights(liveMembership);
  const audited = createAudited({ auditTrail: storage.auditTrail, clock, log, observations });
  const leaseMs = settings.jobLeaseMs;
  const jobs = createInvitationJobs({
    codeHost,
    storage,
    sessions,
    liveRights,
    clock,
    entropy,
    log,
    observations,
    traces,
    leaseMs,
  });
  const accessExports = createAccessExports({
    codeHost,
    storage,
    sessions,
    freshSession,
    liveRights,
    clock,
    entropy,
    log,
    observations,
    traces,
    leaseMs,
    fileMax: settings.accessExportMax,
  });
  closing.defer(async () => {
    await sessionUses.stop();
    sessions.stop();
    await freshSession.settled();
    await audited.settled();
  });

  return {
    storage,
    codeHost,
    allowances,
    cache,
    sessions,
    sessionUses,
    freshSession,
    liveMembership,
    liveRights,
    audited,
    claimed: createClaimed({ leases: storage.leases, entropy, log }),
    jobs,
    accessExports,
    stateTokens: warnOfForeignStates(stateTokens, clock, log),
    signingKey,
    clock,
    entropy,
    log,
    observations,
    traces,
    baseUrl,
    app: { id: Number(settings.codeHost.appId), webhookSecret, codeHostUrl: settings.codeHost.webUrl },
  };
}

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
  { databaseUrl: url, databasePoolSize: poolSize, tokenSecrets, postgresLimits: limits }: GraphSettings,
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
