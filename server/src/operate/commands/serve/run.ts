import type { DemoPerson } from '@orgdesk/contract';
import type { Logger } from 'pino';
import { SHUTDOWN_LIMIT_MS, SIGNAL_REPEAT_MS } from '../../../lib/limits/operate.ts';
import { type Log, systemClock } from '../../../lib/system.ts';
import type { SettingsFile } from '../../config/env-file.ts';
import { type Config, settingsWarnings } from '../../config/read-config.ts';
import { type Environment, wantsTraces } from '../../config/settings.ts';
import type { CheckName, SettingsFacts } from '../../doctor/check.ts';
import { diagnose } from '../../doctor/diagnose.ts';
import { createListenChecks } from '../../doctor/try-listening.ts';
import { createLog, textLineFor } from '../../log.ts';
import { databaseChecksOf, isMissing, sqlitePathOf } from '../database.ts';
import { fail, usableConfig, warnOfIgnoredFile } from '../problems.ts';
import { type Platform, platformOf } from './code-host.ts';

/** Runs until SIGTERM or SIGINT. If the service cannot start, reports why and sets exit code 1. */
export async function run(env: Environment, _input: null, file: SettingsFile | null): Promise<void> {
  const config = usableConfig(env);
  if (config === null) return warnOfIgnoredFile(file);
  let lost = 0;
  const log = createLog(config.logLevel, undefined, textLineFor(config.logFormat, process.stdout), (lines) => {
    lost += lines;
  });
  if (file?.ignoredBecause === null)
    log.info({ file: file.path }, 'settings file loaded; environment variables take precedence');
  for (const warning of settingsWarnings(env, config, file)) log.warn({ warning }, 'a setting may be wrong');
  const problems = await startProblems(config, log);
  if (problems.length > 0) return fail(...couldNotStart(problems));
  const closing = new AsyncDisposableStack();
  const stopping = new AbortController();
  const close = () =>
    closing.disposeAsync().catch((error: unknown) => log.error({ err: error }, 'shutdown was incomplete'));

  try {
    const platform = await platformOf(config, log);
    closing.defer(platform.close);
    // The simulator's process starts while this one loads its libraries.
    const { startService } = await import('./service.ts');
    await startService({
      config,
      platform,
      log,
      lostLines: () => lost,
      tracesTo: wantsTraces(env) ? env : null,
      closing,
      stopping: stopping.signal,
    });
    await announce(config, platform, log);
  } catch (error) {
    await close();
    return fail(...couldNotStart([startProblem(error, config)]));
  }
  stopOnSignals({ delayMs: config.shutdownDelaySeconds * 1000, stopping, close, log });
}

async function announce(config: Config, platform: Platform, log: Logger): Promise<void> {
  if (platform.codeHost.webhookSecret === null) {
    log.warn({}, 'CODE_HOST_WEBHOOK_SECRET is not set: webhooks are accepted without verification');
  }
  if (platform.demoPeople === null) return;
  // A full disk or closed terminal must not stop the service.
  process.stdout.on('error', () => {});
  process.stdout.write(demoBanner(config.baseUrl, platform.codeHost.webUrl, await platform.demoPeople));
}

const couldNotStart = (problems: readonly string[]): readonly string[] =>
  problems.length === 1
    ? [`orgdesk could not start: ${problems[0]}`]
    : ['orgdesk could not start:', ...problems.map((problem) => `  - ${problem}`)];

function startProblem(error: unknown, config: Config): string {
  const { code, message, port, hostname } = error as Readonly<Record<string, unknown>>;
  // ENOTFOUND errors have no port, but HOST was resolved before METRICS_HOST.
  const ofMetrics = port === config.metricsPort || (hostname === config.metricsHost && hostname !== config.host);
  const prefix = ofMetrics ? 'METRICS_' : '';
  if (code === 'EADDRINUSE') {
    return `port ${String(port)} is already in use. Stop the other program, or set ${prefix}PORT.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'EACCES' || code === 'ENOTFOUND') {
    return `cannot listen on the address in ${prefix}HOST and ${prefix}PORT (${code}).`;
  }
  return typeof message === 'string' && message !== '' ? message : 'unknown error';
}

function demoBanner(service: URL, codeHost: URL, people: readonly DemoPerson[]): string {
  const width = Math.max(...people.map(({ login }) => login.length), 0);
  return [
    '',
    '  orgdesk is running with a simulated code host. All its data is fictitious.',
    '',
    `    Open            ${service.origin}`,
    `    Simulated host  ${codeHost.origin}`,
    '',
    '  Sign in as (no password):',
    ...people.map(({ login, description }) => `    ${login.padEnd(width)}  ${description}`),
    '',
    '  To use a real code host, run npx orgdesk setup (see docs/operations/quick-start.md). Press Ctrl+C to stop.',
    '',
    '',
  ].join('\n');
}

interface StopOptions {
  /** Time to keep serving after the first signal, so that load balancers can stop sending requests. */
  readonly delayMs: number;
  /** Aborted at the first signal. */
  readonly stopping: AbortController;
  readonly close: () => Promise<void>;
  readonly log: Log;
}

/**
 * Becomes unready, keeps serving for the delay, closes, then exits. A second signal ends the delay; one while closing
 * exits at once. npm repeats terminal signals, so simultaneous ones count once.
 */
function stopOnSignals({ delayMs, stopping, close, log }: StopOptions): void {
  let latestAt = Number.NEGATIVE_INFINITY;
  let delay: NodeJS.Timeout | null = null;
  let isClosing = false;

  const closeNow = (signal: NodeJS.Signals) => {
    isClosing = true;
    if (delay !== null) clearTimeout(delay);
    setTimeout(() => process.exit(1), SHUTDOWN_LIMIT_MS).unref();
    void close().then(() => {
      log.info({ signal }, 'stopped');
      // Background work would find the database closed.
      process.exit(0);
    });
  };
  const stop = (signal: NodeJS.Signals) => {
    const now = performance.now();
    if (now - latestAt < SIGNAL_REPEAT_MS) return;
    latestAt = now;
    if (isClosing) process.exit(1);
    const isFirst = !stopping.signal.aborted;
    stopping.abort();
    if (!isFirst || delayMs === 0) return closeNow(signal);
    log.info({ signal, delayMs }, 'stopping: no longer ready, serving requests until the shutdown delay ends');
    delay = setTimeout(closeNow, delayMs, signal);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
}

/** A failure of these checks prevents the start. */
const START_CHECKS = ['listen', 'database', 'migrations'] as const satisfies readonly CheckName[];

/** Start checks do not compare settings. */
const NO_SETTINGS: SettingsFacts = {
  problems: [],
  warnings: [],
  isConfigured: true,
  baseUrl: null,
  appId: null,
  appSlug: null,
  clientId: null,
  hasWebhookSecret: false,
  hasTokenSecret: false,
  databasePoolSize: 0,
};

/**
 * Returns what prevents the start, with next steps; creates nothing. An existing SQLite file is not checked here:
 * opening it waits for other starting processes.
 */
async function startProblems(config: Config, log: Log): Promise<readonly string[]> {
  const isOpenedAnyhow = sqlitePathOf(config.databaseUrl) !== null && !isMissing(config.databaseUrl);
  const { lines } = await diagnose(
    {
      settings: NO_SETTINGS,
      addresses: null,
      app: null,
      client: null,
      database: isOpenedAnyhow ? null : databaseChecksOf(config, { clock: systemClock, log }),
      headTargets: null,
      listen: createListenChecks(config, { findsOrgdesk: false }),
      clock: systemClock,
    },
    START_CHECKS,
  );
  return lines.flatMap(({ standing, fact, next }) => (standing === 'failure' ? [`${fact} ${next ?? ''}`] : []));
}
