import type { Logger } from 'pino';
import { createApp } from '../../../app.ts';
import { configuredTargets } from '../../../audit/head-targets.ts';
import type { InstanceKeyStore } from '../../../database/instances.ts';
import { KEYS_NOTED_EVERY_MS, KEYS_NOTED_MS } from '../../../lib/limits/operate.ts';
import { cipherKeysOf, type KeyPrints, keyPrintsOf, randomHex } from '../../../lib/secrets.ts';
import { type Entropy, type Log, systemClock } from '../../../lib/system.ts';
import type { Traces } from '../../../lib/traces.ts';
import { createServices } from '../../../services.ts';
import { VERSION } from '../../../version.ts';
import { buildConsoleIfStale, CONSOLE_DIST, requireBuiltConsole } from '../../build-console.ts';
import type { Config } from '../../config/read-config.ts';
import type { Environment } from '../../config/settings.ts';
import { fetchCertificateExpiry } from '../../doctor/try-listening.ts';
import type { Platform } from './code-host.ts';

export interface ServiceOptions {
  readonly config: Config;
  readonly platform: Platform;
  readonly log: Logger;
  /** Log lines that could not be written. */
  readonly lostLines: () => number;
  /** The environment if its settings enable traces, otherwise null. */
  readonly tracesTo: Environment | null;
  /** Closes everything in reverse order, also after a failed start. */
  readonly closing: AsyncDisposableStack;
  readonly stopping: AbortSignal;
}

export async function startService({
  config,
  platform,
  log,
  lostLines,
  tracesTo,
  closing,
  stopping,
}: ServiceOptions): Promise<void> {
  const { codeHost, tokenSecrets, demoPeople } = platform;
  // Imported only if enabled, because loading is slow.
  const metrics = config.metricsPort === null ? null : (await import('../../metrics/metrics.ts')).createMetrics();
  const traces = tracesTo === null ? null : await tracing(tracesTo, log, closing);
  const surroundings = {
    log,
    ...(metrics !== null && { observations: metrics.observations }),
    ...(traces !== null && { traces }),
  };
  // With a new TOKEN_SECRET at each start, each start would have another key.
  const signs = demoPeople === null || config.tokenSecrets.length > 0;
  const auditHeadTargets = signs ? configuredTargets(config) : undefined;
  const services = await createServices({ ...config, codeHost, tokenSecrets, auditHeadTargets }, surroundings, closing);
  const comparisonSeconds = config.reconcileMinutes === null ? null : config.reconcileMinutes * 60;
  metrics?.readFrom({
    version: VERSION,
    database: services.storage,
    lostLines,
    comparisonSeconds,
    workKinds: services.worker.kinds,
  });
  const built = config.isProduction ? requireBuiltConsole() : buildConsoleIfStale(log);
  built.catch((error: unknown) => log.error({ err: error }, 'the console was not found; the API works without it'));
  const app = await createApp(services, {
    log,
    codeHostStarted: demoPeople ?? Promise.resolve(),
    version: VERSION,
    about: async () => ({
      version: VERSION,
      codeHost: { url: codeHost.webUrl.origin, demoPeople: demoPeople === null ? null : [...(await demoPeople)] },
    }),
    appRedirects: config.appRedirects,
    onlyShippedDocuments: config.proxyDocuments === 'shipped',
    rateLimit: config.rateLimit,
    auditDays: config.auditDays,
    trustedProxies: config.trustedProxies,
    console: { folder: CONSOLE_DIST, built },
    stopping,
    observeRequest: metrics?.observeRequest ?? null,
  });
  closing.defer(() => app.close());
  const { port, host, reusePort } = config;
  const listenTextResolver = (address: string) => `orgdesk ${VERSION} is listening at ${address}`;
  const listening = { port, host, reusePort, listenTextResolver };
  await app.listen(listening);
  // Imported after the service listens, because nothing waits for it.
  const loaded = import('./checks.ts').then(({ createServiceChecks }) =>
    createServiceChecks({ config: { ...config, codeHost, tokenSecrets }, services, clock: systemClock, log, stopping }),
  );
  loaded.catch((error: unknown) => log.warn({ err: error }, 'could not load the setup checks'));
  if (metrics !== null && config.metricsPort !== null) {
    const checks = async (accept: string) => (await loaded).page(accept);
    await metrics.listen(config.metricsPort, config.metricsHost, checks);
    closing.defer(() => metrics.close());
    if (demoPeople === null) {
      const { baseUrl } = config;
      const certificateExpiry = baseUrl.protocol === 'https:' ? () => fetchCertificateExpiry(baseUrl) : null;
      const report = async () => (await loaded).report();
      const { keepChecked } = await import('./keep-checked.ts');
      closing.defer(keepChecked({ ...metrics, report, certificateExpiry, log }));
    }
  }
  // A simulated code host needs no check.
  if (demoPeople === null) {
    loaded
      .then(
        (checks) => checks.tellInLog(),
        () => {},
      )
      .catch((error: unknown) => log.error({ err: error }, 'could not check the setup'));
  }
  const prints = keyPrintsOf(services.signing.key, cipherKeysOf(tokenSecrets));
  closing.defer(
    keepKeysCompared({ instanceKeys: services.storage.instanceKeys, prints, entropy: services.runtime.entropy, log }),
  );
  closing.defer(services.allowances.keepShared());
  closing.defer(services.worker.keepWorking());
}

async function tracing(env: Environment, log: Logger, closing: AsyncDisposableStack): Promise<Traces> {
  const { startTracing } = await import('../../start-tracing.ts');
  const { traces, close } = startTracing({ env, version: VERSION, log });
  closing.defer(close);
  return traces;
}

interface KeepKeysComparedDeps {
  readonly instanceKeys: InstanceKeyStore;
  readonly prints: KeyPrints;
  readonly entropy: Entropy;
  readonly log: Log;
}

/**
 * Publishes the fingerprints of this instance's keys and warns if another instance on the database has different ones,
 * now and every minute. Returns a function that stops it.
 */
export function keepKeysCompared(
  { instanceKeys, prints, entropy, log }: KeepKeysComparedDeps,
  everyMs = KEYS_NOTED_EVERY_MS,
): () => Promise<void> {
  const instance = randomHex(entropy, 8);
  let lastReported = '';
  async function compare(): Promise<void> {
    await instanceKeys.note(instance, prints, KEYS_NOTED_MS);
    const foreign = await instanceKeys.foreign(prints);
    const settings = [...(foreign.signing ? ['SESSION_SECRET'] : []), ...(foreign.tokens ? ['TOKEN_SECRET'] : [])];
    if (settings.join() === lastReported) return;
    lastReported = settings.join();
    if (settings.length > 0) log.warn({ settings }, 'another instance on this database uses different secrets');
    else log.info({}, 'all instances on this database use the same secrets again');
  }
  let underWay = Promise.resolve();
  const start = () => {
    underWay = underWay
      .then(compare)
      .catch((error: unknown) => log.debug({ err: error }, 'could not compare the secrets of instances'));
  };
  start();
  const timer = setInterval(start, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await underWay;
    await instanceKeys.forget(instance, prints).catch(() => {});
  };
}
