import type { Logger } from 'pino';
import { createLog } from '../adapters/system/log.ts';
import { type Config, readConfig } from '../config/read-config.ts';
import type { Environment } from '../config/settings.ts';
import { demoBanner } from './banner.ts';
import { type Platform, platformOf } from './platform.ts';
import { stopOnSignals } from './stop-on-signals.ts';

/** Something that was opened and has to be closed at the end. */
type Close = () => Promise<void>;

/**
 * Runs the service until SIGTERM or SIGINT. What keeps it from starting is said in one message on standard
 * error, and the process ends with code 1.
 */
export async function serve(env: Environment): Promise<void> {
  const read = readConfig(env);
  if (!read.ok) return fail(['The settings are not usable:', ...read.refusal.map((problem) => `  - ${problem}`)]);
  const config = read.value;
  const log = createLog(config.logLevel);
  const closers: Close[] = [];
  const stopping = new AbortController();
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) {
      await closer().catch((error: unknown) => log.error({ err: error }, 'something could not be closed properly'));
    }
  };

  try {
    await start(config, log, closers, stopping.signal);
  } catch (error) {
    await close();
    return fail([`orgdesk could not start: ${startProblem(error, config)}`]);
  }
  stopOnSignals({ delayMs: config.shutdownDelaySeconds * 1000, stopping, close, log });
}

async function start(config: Config, log: Logger, closers: Close[], stopping: AbortSignal): Promise<void> {
  const platform = await platformOf(config, log);
  closers.push(platform.close);
  // The simulated code host is another process: it gets ready while this one loads its libraries.
  const { listen } = await import('./service.ts');
  await listen({ config, platform, log, closers, stopping });
  await announce(config, platform, log);
}

async function announce(config: Config, platform: Platform, log: Logger): Promise<void> {
  if (platform.codeHost.webhookSecret === null) {
    log.warn({}, 'CODE_HOST_WEBHOOK_SECRET is not set: every webhook will be accepted unchecked');
  }
  if (platform.demoPeople === null) return;
  // A full disk or a closed terminal costs the list of people, not the service.
  process.stdout.on('error', () => {});
  process.stdout.write(
    demoBanner({
      serviceUrl: config.baseUrl.origin,
      codeHostUrl: platform.codeHost.webUrl.origin,
      people: await platform.demoPeople,
    }),
  );
}

function startProblem(error: unknown, config: Config): string {
  const { code, message, port, hostname } = error as {
    readonly code?: unknown;
    readonly message?: unknown;
    readonly port?: unknown;
    readonly hostname?: unknown;
  };
  // A name that is not found comes without a port; that of the service was found before.
  const ofMetrics = port === config.metricsPort || (hostname === config.metricsHost && hostname !== config.host);
  const prefix = ofMetrics ? 'METRICS_' : '';
  if (code === 'EADDRINUSE') {
    return `something else already listens on port ${String(port)}. Stop it, or set ${prefix}PORT.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'EACCES' || code === 'ENOTFOUND') {
    return `the address in ${prefix}HOST and ${prefix}PORT cannot be listened on (${code}).`;
  }
  return typeof message === 'string' && message !== '' ? message : 'for an unknown reason';
}

function fail(lines: readonly string[]): void {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exitCode = 1;
}
