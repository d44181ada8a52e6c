import { type HostKind, type Simulator, type SimulatorOptions, startSimulator } from '@orgdesk/simulator';
import { createApp } from '../../../src/app.ts';
import type { AuditHeadTarget } from '../../../src/audit/heads.ts';
import { APP_CHANGES, INSTALLATION_USES } from '../../../src/code-host/app/credentials.ts';
import type { PostgresLimits } from '../../../src/database/engines/postgres/engine.ts';
import { JOB_KINDS } from '../../../src/domain/job.ts';
import type { InstallationCache } from '../../../src/features/installations/installation-cache.ts';
import type { FileMax } from '../../../src/features/who-has-access/access-exports.ts';
import type { AccessLogOptions } from '../../../src/http/access-log.ts';
import type { ConsoleAssetsOptions } from '../../../src/http/answers/console-assets.ts';
import type { Worker } from '../../../src/jobs/worker.ts';
import { AUDIT_DAYS } from '../../../src/lib/limits/audit.ts';
import { DATABASE_POOL_SIZE } from '../../../src/lib/limits/storage.ts';
import type { Clock } from '../../../src/lib/system.ts';
import { createLog } from '../../../src/operate/log.ts';
import { createServices, type Surroundings } from '../../../src/services.ts';
import type { RefreshWaits } from '../../../src/sessions/fresh-session.ts';
import type { Storage } from '../../../src/storage.ts';
import { watchAnswers } from '../answers/watched-answers.ts';
import { type Answer, authorizeAt, type Browser, createBrowser } from '../browser.ts';
import { createDatabase, type EngineName, TOKEN_SECRET } from '../databases/engines.ts';
import { PATIENT } from '../patience.ts';
import { codeHostOf, registrationFor } from './code-host-settings.ts';
import { freePort } from './ports.ts';
import { limitOfStalledCalls } from './stalled-calls.ts';

/** A clock that tests turn; it runs with the machine's otherwise. */
export interface TestClock extends Clock {
  advance(ms: number): void;
  /** From now on only `advance` moves it: how long the machine takes for something changes nothing. */
  stop(): void;
  reset(): void;
}

export function createTestClock(): TestClock {
  let aheadMs = 0;
  let stoppedAt: number | null = null;
  return {
    now: () => new Date((stoppedAt ?? Date.now()) + aheadMs),
    advance: (ms) => {
      aheadMs += ms;
    },
    stop: () => {
      stoppedAt ??= Date.now();
    },
    reset: () => {
      aheadMs = 0;
      stoppedAt = null;
    },
  };
}

/** One instance of the service, listening. */
export interface Instance {
  readonly url: string;
  readonly storage: Storage;
  /** One comparison of cache and code host; nothing compares by itself in tests. */
  readonly upkeep: InstallationCache['syncAll'];
  /** Works on the jobs that are due; in tests nothing does by itself. */
  readonly workOnJobs: Worker['work'];
  readonly workOn: Worker['work'];
  readonly workKinds: Worker['kinds'];
  /** Tells other instances what this one counted, and hears them, once; in tests nothing does by itself. */
  readonly shareCounts: () => Promise<void>;
  /** Lets it look for due work now. */
  wake(): void;
  /** Lets this instance work on these kinds by itself, as a running service does; by default it compares. */
  readonly keepUp: (kinds?: readonly string[]) => () => Promise<void>;
  close(): Promise<void>;
}

/** The service on a database of its own, beside a simulator of its own. */
export interface Service {
  readonly simulator: Simulator;
  readonly clock: TestClock;
  readonly databaseUrl: string;
  readonly url: string;
  readonly storage: Storage;
  readonly upkeep: InstallationCache['syncAll'];
  readonly workOnJobs: Worker['work'];
  readonly workOn: Worker['work'];
  readonly workKinds: Worker['kinds'];
  readonly shareCounts: () => Promise<void>;
  wake(): void;
  readonly keepUp: Instance['keepUp'];
  /** Every log line so far, at debug level. */
  readonly logLines: readonly string[];
  /** Another instance on the same database, for what has to hold across instances. */
  addInstance(options?: InstanceOptions): Promise<Instance>;
  /** Takes a browser through the whole sign-in; answers the callback's answer. */
  signIn(login: string, options?: SignInOptions): Promise<SignedIn>;
  /** Takes a browser to the point where the code host sends it back: the address of the callback, not yet opened. */
  authorize(browser: Browser, login: string, options?: SignInOptions): Promise<URL>;
  /** Rejects if an answer of any instance differed from the OpenAPI document. */
  close(): Promise<void>;
}

export interface SignInOptions {
  readonly mode?: 'web' | 'mobile';
  readonly returnTo?: string;
  readonly decision?: 'authorize' | 'cancel';
  readonly browser?: Browser;
}

export interface SignedIn {
  readonly browser: Browser;
  readonly answer: Answer;
  /** The session ID, from the cookie or from the mobile answer. */
  readonly id: string;
  /** Headers that present it as a bearer token. */
  readonly bearer: { readonly authorization: string };
}

export interface InstanceOptions {
  /** Limit of a call to the code host; by default it comes for those alone that would never end, and at once. */
  readonly callLimitMs?: number;
  /** Settings that all instances should have alike. */
  readonly signingSecret?: string;
  readonly baseUrl?: string;
  /** Waits patiently by default; null is as in production. */
  readonly postgresLimits?: PostgresLimits | null;
  /** Wait for a refresh while the token is valid; longer than in production by default. */
  readonly refreshWaits?: RefreshWaits;
  /** Gives it a machine of its own, whose clock is so far ahead; it then goes by the database's clock, as in production. */
  readonly machineAheadMs?: number;
  /** Limit of a mass invite; default as in production. */
  readonly inviteLimitMs?: number;
  /** Limit of reading a streamed list; default as in production. */
  readonly listLimitMs?: number;
  /** Limit of a download; default as in production. */
  readonly downloadLimitMs?: number;
  /** Return addresses of apps; default: none. */
  readonly appRedirects?: readonly string[];
}

export interface ServiceOptions extends InstanceOptions {
  /** Receivers of metrics and traces; none by default. */
  readonly observability?: Pick<Surroundings, 'observations' | 'traces'> & Pick<AccessLogOptions, 'observeRequest'>;
  /** Limit of an export's file; default as in production. */
  readonly accessExportMax?: FileMax;
  readonly engine?: EngineName;
  readonly rateLimit?: number | null;
  /** Default: false. */
  readonly onlyShippedDocuments?: boolean;
  /** Default: `cloud`. */
  readonly hostKind?: HostKind;
  readonly app?: Pick<SimulatorOptions['app'] & object, 'permissions' | 'suspended'>;
  readonly tokenSecrets?: readonly string[];
  /** Null accepts webhooks unchecked. */
  readonly webhookSecret?: string | null;
  /** Time between comparisons, for instances that compare. Default: none. */
  readonly upkeepEveryMs?: number;
  readonly trustedProxies?: readonly string[];
  /** Default: no heads of audit logs are signed. */
  readonly auditHeadTargets?: readonly AuditHeadTarget[];
  /** Fills the new database before the service opens it. */
  readonly fillDatabase?: (url: string) => Promise<void>;
  /** Default: no page. */
  readonly console?: ConsoleAssetsOptions;
}

export const WEBHOOK_SECRET = 'a webhook secret of the tests';
export const SIGNING_SECRET = 'another secret of tests, longer than 32 characters too';

const READ_SCOPES = new Set(Object.values(INSTALLATION_USES).map((use) => JSON.stringify(use)));
const CHANGE_SCOPES = new Set(Object.values(APP_CHANGES).map((change) => JSON.stringify(change)));

/**
 * Null if no token was requested for more than one of the declared uses needs, and none that changes anything before a change of
 * the App was recorded as intended.
 */
async function wrongScopesOf(
  { control, world }: Simulator,
  { auditTrail }: Pick<Storage, 'auditTrail'>,
): Promise<string | null> {
  const further = control.issuedScopes().filter(({ permissions }) => !READ_SCOPES.has(JSON.stringify(permissions)));
  const unknown = further.filter(({ permissions }) => !CHANGE_SCOPES.has(JSON.stringify(permissions)));
  if (unknown.length > 0) return `tokens of installations with other scopes: ${JSON.stringify(unknown)}`;
  const issued = new Map<number, number>();
  for (const { installationId } of further) issued.set(installationId, (issued.get(installationId) ?? 0) + 1);
  for (const [installationId, tokens] of issued) {
    const organizationId = world.installation(installationId)?.accountId;
    if (organizationId === undefined) continue;
    const entries = await auditTrail.read({ organizationId, limit: 100_000 }, new Date());
    const byApp = entries.filter(({ carriedOutBy, way }) => carriedOutBy === 'app' && way === 'job').length;
    if (tokens > byApp) return `${tokens} tokens that change something for ${byApp} intended changes`;
  }
  return null;
}

/** Starts the whole service with a real database, real sockets and the simulator. Callers close it. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const clock = createTestClock();
  const logLines: string[] = [];
  const log = createLog('debug', { write: (line) => void logLines.push(line) });
  const simulator = await startSimulator({
    kind: options.hostKind ?? 'cloud',
    // The App proves itself by the time of the service.
    now: () => clock.now().getTime(),
    app: { ...options.app, ...registrationFor(origin, WEBHOOK_SECRET) },
  });
  const database = await createDatabase(options.engine ?? 'SQLite', { migrated: options.fillDatabase === undefined });
  const databaseUrl = database.url;
  await options.fillDatabase?.(databaseUrl);
  const callLimit = limitOfStalledCalls(simulator);
  const closers: (() => Promise<unknown>)[] = [database.drop, () => simulator.close(), async () => callLimit.end()];
  const faultLists: (() => Promise<readonly string[]>)[] = [];

  const startInstance = async (
    listenOn: number,
    {
      callLimitMs = callLimit.ms,
      inviteLimitMs,
      listLimitMs,
      downloadLimitMs,
      signingSecret = SIGNING_SECRET,
      baseUrl = origin,
      postgresLimits = PATIENT.limits,
      refreshWaits,
      machineAheadMs,
      appRedirects = [],
    }: InstanceOptions,
  ): Promise<Instance> => {
    const closing = new AsyncDisposableStack();
    let closed: Promise<void> | null = null;
    const close = () => {
      closed ??= closing.disposeAsync();
      return closed;
    };
    closers.push(close);
    const services = await createServices(
      {
        baseUrl: new URL(baseUrl),
        databaseUrl,
        tokenSecrets: options.tokenSecrets ?? [TOKEN_SECRET],
        sessionSecret: signingSecret,
        reconcileMinutes: options.upkeepEveryMs === undefined ? null : options.upkeepEveryMs / 60_000,
        databasePoolSize: DATABASE_POOL_SIZE,
        auditDays: AUDIT_DAYS,
        invitationRowsDays: 30,
        invitationAddressesDays: 30,
        ...(postgresLimits === null ? {} : { postgresLimits }),
        auditHeadTargets: options.auditHeadTargets,
        accessExportMax: options.accessExportMax,
        refreshWaits: refreshWaits ?? { shownMs: 30_000, usedMs: 30_000 },
        codeHost: {
          ...codeHostOf(simulator),
          webhookSecret: options.webhookSecret === undefined ? WEBHOOK_SECRET : options.webhookSecret,
          // Told by its name alone, which a simulator does not have.
          ...(options.hostKind === 'ghe.com' ? { kind: 'ghe.com' } : {}),
          callLimitMs,
        },
      },
      {
        log,
        ...(machineAheadMs === undefined
          ? { clock }
          : { machineClock: { now: () => new Date(Date.now() + machineAheadMs) } }),
        ...options.observability,
      },
      closing,
    );
    const app = await createApp(services, {
      log,
      codeHostStarted: Promise.resolve(),
      version: '0.0.0-test',
      about: async () => ({ version: '0.0.0-test', codeHost: { url: simulator.url, demoPeople: null } }),
      onlyShippedDocuments: options.onlyShippedDocuments ?? false,
      appRedirects,
      ...(inviteLimitMs === undefined ? {} : { inviteLimitMs }),
      ...(listLimitMs === undefined ? {} : { listLimitMs }),
      downloadLimitMs,
      rateLimit: options.rateLimit ?? null,
      auditDays: AUDIT_DAYS,
      trustedProxies: options.trustedProxies ?? [],
      stopping: new AbortController().signal,
      observeRequest: options.observability?.observeRequest ?? null,
      console: options.console ?? null,
    });
    closing.defer(() => app.close());
    faultLists.push(watchAnswers(app.server));
    await app.listen({ port: listenOn, host: 'localhost', listenTextResolver: () => '' });
    return {
      url: `http://localhost:${listenOn}`,
      storage: services.storage,
      upkeep: services.cache.syncAll,
      workOnJobs: () => services.worker.work(JOB_KINDS),
      workOn: services.worker.work,
      workKinds: services.worker.kinds,
      shareCounts: services.allowances.share,
      wake: services.worker.wake,
      keepUp: (kinds = ['comparison']) => services.worker.keepWorking(kinds),
      close,
    };
  };

  const first = await startInstance(port, options);

  const authorize = async (browser: Browser, login: string, { mode, returnTo, decision }: SignInOptions = {}) => {
    const start = new URL('/api/auth/start', origin);
    if (mode !== undefined) start.searchParams.set('mode', mode);
    if (returnTo !== undefined) start.searchParams.set('returnTo', returnTo);
    const started = await browser.request(start.href);
    if (started.location === null) throw new Error(`sign-in did not start: ${started.status} ${started.text}`);
    return authorizeAt(started.location, login, decision ?? 'authorize');
  };

  return {
    simulator,
    clock,
    databaseUrl,
    url: first.url,
    storage: first.storage,
    upkeep: first.upkeep,
    workOnJobs: first.workOnJobs,
    workOn: first.workOn,
    workKinds: first.workKinds,
    shareCounts: first.shareCounts,
    wake: first.wake,
    keepUp: first.keepUp,
    logLines,
    addInstance: async (instanceOptions = options) => startInstance(await freePort(), instanceOptions),
    authorize,
    signIn: async (login, signInOptions = {}) => {
      const browser = signInOptions.browser ?? createBrowser();
      const callback = await authorize(browser, login, signInOptions);
      const answer = await browser.request(callback.href);
      const body = answer.json as { readonly sessionToken?: string } | undefined;
      const id = body?.sessionToken ?? (await browser.cookie(origin, 'host_session')) ?? '';
      return { browser, answer, id, bearer: { authorization: `Bearer ${id}` } };
    },
    close: async () => {
      const wrongScopes = await wrongScopesOf(simulator, first.storage);
      for (const close of closers.splice(0).reverse()) await close();
      const faults = await Promise.all(faultLists.splice(0).map((faultsOf) => faultsOf()));
      if (faults.flat().length > 0) throw new Error(`answers differ from the document:\n${faults.flat().join('\n')}`);
      if (wrongScopes !== null) throw new Error(wrongScopes);
    },
  };
}
