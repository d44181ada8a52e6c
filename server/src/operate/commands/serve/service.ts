import type { Logger } from 'pino';
import { createApp } from '../../../app.ts';
import { configuredTargets } from '../../../audit/head-targets.ts';
import { cipherKeysOf, keyPrintsOf } from '../../../lib/secrets.ts';
import { systemClock } from '../../../lib/system.ts';
import type { Traces } from '../../../lib/traces.ts';
import { createServices } from '../../../services.ts';
import { VERSION } from '../../../version.ts';
import { buildConsoleIfStale, CONSOLE_DIST, requireBuiltConsole } from '../../build-console.ts';
import type { Config } from '../../config/read-config.ts';
import type { Environment } from '../../config/settings.ts';
import { fetchCertificateExpiry } from '../../doctor/try-listening.ts';
import type { Platform } from './code-host.ts';
import { keepKeysCompared } from './keep-keys-compared.ts';

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
