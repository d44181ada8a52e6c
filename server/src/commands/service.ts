import type { FastifyBaseLogger } from 'fastify';
import { createHttpCodeHost } from '../adapters/code-host-http/code-host.ts';
import { buildConsoleIfStale, CONSOLE_DIST } from '../adapters/console-build/build-console.ts';
import { systemClock, systemEntropy } from '../adapters/system/system.ts';
import { createApp } from '../app.ts';
import { openStorage } from '../compose.ts';
import type { Config } from '../config/read-config.ts';
import { CLEARING_INTERVAL_MS } from '../domain/limits.ts';
import { createInstallationCache } from '../installation-cache/installation-cache.ts';
import { signingKeyOf } from '../security/keys.ts';
import { keepClear } from '../sessions/keep-clear.ts';
import { VERSION } from '../version.ts';
import type { Platform } from './platform.ts';

export interface ListenOptions {
  readonly config: Config;
  readonly platform: Platform;
  readonly log: FastifyBaseLogger;
  readonly closers: (() => Promise<void>)[];
  /** Aborted when the service was told to stop. */
  readonly stopping: AbortSignal;
}

/**
 * Connects the adapters, migrates the database, listens, and starts comparing cache and code host. Whatever it
 * opened is in `closers`, to be closed in reverse order, also when it throws.
 */
export async function listen({ config, platform, log, closers, stopping }: ListenOptions): Promise<void> {
  const { codeHost: settings, tokenSecrets, demoPeople } = platform;
  const storage = await openStorage(config, tokenSecrets, log, closers);
  const codeHost = createHttpCodeHost(settings, { clock: systemClock, log });
  const everyMs = config.reconcileMinutes === null ? null : config.reconcileMinutes * 60_000;
  const cache = createInstallationCache({
    codeHost,
    storage,
    clock: systemClock,
    entropy: systemEntropy,
    log,
    everyMs,
  });

  // Loaded only where it is wanted: it takes its time.
  const metrics =
    config.metricsPort === null ? null : (await import('../adapters/metrics-prometheus/metrics.ts')).createMetrics();
  const built = buildConsoleIfStale(log);
  built.catch((error: unknown) =>
    log.error({ err: error }, 'the console could not be built; the API works without it'),
  );
  const app = await createApp({
    codeHost,
    storage,
    cache,
    clock: systemClock,
    entropy: systemEntropy,
    log,
    baseUrl: config.baseUrl,
    signingKey: signingKeyOf(config.sessionSecret, [
      settings.clientSecret,
      settings.appPrivateKey,
      settings.webhookSecret ?? '',
    ]),
    webhookSecret: settings.webhookSecret,
    appId: Number(settings.appId),
    codeHostUrl: settings.webUrl,
    codeHostStarted: demoPeople ?? Promise.resolve(),
    version: VERSION,
    about: async () => ({
      version: VERSION,
      codeHost: { url: settings.webUrl.origin, demoPeople: demoPeople === null ? null : [...(await demoPeople)] },
    }),
    onlyShippedDocuments: config.proxyDocuments === 'shipped',
    rateLimit: config.rateLimit,
    trustedProxies: config.trustedProxies,
    console: { folder: CONSOLE_DIST, built },
    stopping,
    observeRequest: metrics?.observeRequest ?? null,
  });
  closers.push(() => app.close());
  await app.listen({
    port: config.port,
    host: config.host,
    listenTextResolver: (address) => `orgdesk ${VERSION} is listening at ${address}`,
  });
  if (metrics !== null && config.metricsPort !== null) {
    await metrics.listen(config.metricsPort, config.metricsHost);
    closers.push(() => metrics.close());
  }
  closers.push(keepClear({ storage, clock: systemClock, log }, CLEARING_INTERVAL_MS));
  if (everyMs !== null) {
    closers.push(cache.keepSynced());
  }
}
