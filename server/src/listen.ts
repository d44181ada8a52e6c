import type { FastifyBaseLogger } from 'fastify';
import { createHttpCodeHost } from './adapters/code-host-http/code-host.ts';
import { buildConsoleIfStale, CONSOLE_DIST } from './adapters/console-build/build-console.ts';
import { systemClock, systemEntropy } from './adapters/system/system.ts';
import { createApp } from './app.ts';
import type { Config } from './config/read-config.ts';
import { CLEARING_INTERVAL_MS } from './domain/limits.ts';
import { openStorage } from './open-storage.ts';
import type { Platform } from './platform.ts';
import { signingKeyOf } from './security/keys.ts';
import { createClearExpired } from './sessions/clear-expired.ts';
import { createUpkeep } from './upkeep/create-upkeep.ts';
import { keepUp } from './upkeep/keep-up.ts';
import { VERSION } from './version.ts';

/**
 * Connects the adapters, migrates the database, listens, and starts comparing cache and code host. Whatever it
 * opened is in `closers`, to be closed in reverse order, also when it throws.
 */
export async function listen(
  config: Config,
  platform: Platform,
  log: FastifyBaseLogger,
  closers: (() => Promise<void>)[],
): Promise<void> {
  const { codeHost: settings, tokenSecrets, demoPeople } = platform;
  const storage = await openStorage(config.databaseUrl, tokenSecrets, log, closers);
  const codeHost = createHttpCodeHost(settings, { clock: systemClock, log });

  // Loaded only where it is wanted: it takes its time.
  const metrics =
    config.metricsPort === null ? null : (await import('./adapters/metrics-prometheus/metrics.ts')).createMetrics();
  const built = buildConsoleIfStale(log);
  built.catch((error: unknown) =>
    log.error({ err: error }, 'the console could not be built; the API works without it'),
  );
  const app = await createApp({
    codeHost,
    storage,
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
    rateLimit: config.rateLimit,
    trustedProxies: config.trustedProxies,
    console: { folder: CONSOLE_DIST, built },
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
  const clearing = setInterval(
    createClearExpired({ sessions: storage.sessions, clock: systemClock, log }),
    CLEARING_INTERVAL_MS,
  );
  closers.push(async () => clearInterval(clearing));
  if (config.reconcileMinutes !== null) {
    const round = createUpkeep({ codeHost, storage, clock: systemClock, entropy: systemEntropy, log });
    closers.push(keepUp(round, config.reconcileMinutes * 60_000, log));
  }
}
