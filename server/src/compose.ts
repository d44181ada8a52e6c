import { ACCESS_EXPORT_KEPT_MS } from '@orgdesk/contract/limits';
import { createHttpCodeHost, type HttpCodeHostSettings } from './adapters/code-host/code-host.ts';
import type { PostgresLimits } from './adapters/storage-sql/engines/postgres/engine.ts';
import { createSqlStorage } from './adapters/storage-sql/storage.ts';
import { createLineTraces } from './adapters/system/line-traces.ts';
import { createSharedClock } from './adapters/system/shared-clock.ts';
import { systemClock, systemEntropy } from './adapters/system/system.ts';
import type { AppParts } from './app-parts.ts';
import type { CodeHostSettings } from './config/code-host-settings.ts';
import type { Config } from './config/read-config.ts';
import { REFRESH_WAIT_SHOWN_MS, REFRESH_WAIT_USED_MS } from './domain/limits/sessions.ts';
import { CLEARING_FIRST_MS, CLEARING_INTERVAL_MS } from './domain/limits/storage.ts';
import type { AuditHeadTarget } from './ports/audit-heads.ts';
import { type Observations, UNOBSERVED } from './ports/operators/observations.ts';
import { type Traces, tracedLog } from './ports/operators/traces.ts';
import type { Storage } from './ports/storage/storage.ts';
import type { Clock, Log } from './ports/system.ts';
import { warnOfForeignStates } from './security/foreign-states.ts';
import { cipherKeysOf, credentialsOf, signingKeyOf } from './security/keys.ts';
import { createStateTokens } from './security/state-token.ts';
import { createTokenCipher } from './security/token-cipher.ts';
import { createAccessExports, type FileMax } from './shared/access-exports/access-exports.ts';
import { appRequestAllowance } from './shared/allowances/kinds.ts';
import { createSharedAllowances, type SharedAllowances } from './shared/allowances/shared-allowances.ts';
import { createAudited } from './shared/audit-trail/audited.ts';
import { createClaimed } from './shared/audit-trail/claimed.ts';
import { createFollowUp } from './shared/audit-trail/follow-up.ts';
import { observedEntries } from './shared/audit-trail/observed-entries.ts';
import { createHeadSigning } from './shared/audit-trail/sign-heads.ts';
import { createSignNote } from './shared/audit-trail/sign-note.ts';
import { createCleanup } from './shared/cleanup/cleanup.ts';
import { createWorker, type Worker } from './shared/due-work/worker.ts';
import { createInstallationCache } from './shared/installation-cache/installation-cache.ts';
import { createCountSends } from './shared/invitation-jobs/count-sends.ts';
import { createInvitationJobs } from './shared/invitation-jobs/invitation-jobs.ts';
import { createJobKinds, observedRows } from './shared/jobs/jobs.ts';
import { createStartJob } from './shared/jobs/start-job.ts';
import { createPlanJobs } from './shared/organization-file/apply/plan-jobs.ts';
import { createPeopleChanges } from './shared/people-changes/people-changes.ts';
import { createStartRuns } from './shared/runs/start-runs.ts';
import { createFreshSession, type RefreshWaits } from './shared/sessions/fresh-session.ts';
import { createLiveMembership } from './shared/sessions/live-membership.ts';
import { createLiveRights } from './shared/sessions/live-rights.ts';
import { withPendingSignOuts } from './shared/sessions/pending-sign-outs.ts';
import { createSessionUses } from './shared/sessions/session-uses.ts';

/** Optional limits default to production values. */
export interface GraphSettings
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
  readonly dueWork: Worker;
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
  const opened = await openStorage(settings, plainLog, closing, suppliedTraces);
  const storage = observedEntries(opened, observations);
  const clock = suppliedClock ?? (await startSharedClock(storage, machineClock, log, closing));
  const codeHost = createHttpCodeHost(settings.codeHost, { clock, log, observations, traces, callLog: log });
  const everyMs = reconcileMinutes === null ? null : reconcileMinutes * 60_000;
  const { installations, auditTrail, appliedFiles, ownerRules } = storage;
  const { webhookSecret } = settings.codeHost;
  const signingKey = signingKeyOf(settings.sessionSecret, credentialsOf(settings.codeHost));
  const allowances = createSharedAllowances({ store: storage.sharedCounts, signingKey, clock, entropy, log });
  const fetchAllowance = appRequestAllowance(allowances, 'status');
  const cache = createInstallationCache({
    codeHost,
    storage,
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
  const jobStore = observedRows(storage.jobs, observations);
  const ofKind = { codeHost, jobs: jobStore, clock, log };
  const jobKinds = createJobKinds({
    jobs: jobStore,
    kinds: [
      createInvitationJobs(ofKind),
      createPeopleChanges({ ...ofKind, liveRights }),
      createPlanJobs({ ...ofKind, liveRights, audited, appliedFiles, ownerRules }),
      createAccessExports({ ...ofKind, fileMax: settings.accessExportMax }),
    ],
    codeHost,
    sessions,
    freshSession,
    liveRights,
    clock,
    entropy,
    log,
  });
  const { auditHeads: heads } = storage;
  const { auditHeadTargets: targets } = settings;
  const startJob = createStartJob({ jobs: storage.jobs, clock, entropy, wake: () => dueWork.wake() });
  const dueWork: Worker = createWorker({
    store: storage.dueWork,
    kinds: [
      ...jobKinds,
      createStartRuns({ codeHost, jobs: storage.jobs, runs: storage.runs, sessions, liveRights, startJob, clock }),
      createCleanup({ storage, ...retentionOf(settings), clock, log }, CLEANUP_TIMES),
      ...(cache.comparison === null ? [] : [cache.comparison]),
      ...(everyMs === null ? [] : [createFollowUp({ codeHost, installations, auditTrail, clock, log }, everyMs)]),
      ...(targets === undefined
        ? []
        : [createHeadSigning({ heads, targets, host: baseUrl.host, clock, entropy, log, observations })]),
    ],
    clock,
    entropy,
    log,
    observations,
    traces,
    leaseMs: settings.jobLeaseMs,
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
    dueWork,
    countSends: createCountSends({ jobs: storage.jobs, clock, entropy, log }),
    signNote: createSignNote({ heads, host: baseUrl.host, clock, entropy, makesKey: targets !== undefined }),
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

const DAY_MS = 24 * 60 * 60 * 1000;
const CLEANUP_TIMES = { firstAfterMs: CLEARING_FIRST_MS, everyMs: CLEARING_INTERVAL_MS };

const retentionOf = ({ auditDays, invitationRowsDays, invitationAddressesDays }: GraphSettings) => ({
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
