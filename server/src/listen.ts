import type { FastifyBaseLogger } from 'fastify';
import { createHttpCodeHost } from './adapters/code-host-http/code-host.ts';
import { buildConsoleIfStale, CONSOLE_DIST } from './adapters/console-build/build-console.ts';
import { createMetrics } from './adapters/metrics-prometheus/metrics.ts';
import { createSqlStorage } from './adapters/storage-sql/storage.ts';
import { systemClock, systemEntropy } from './adapters/system/system.ts';
import { createApp } from './app.ts';
import type { Config } from './config/read-config.ts';
import type { Platform } from './platform.ts';
import { cipherKeysOf, signingKeyOf } from './security/keys.ts';
import { createTokenCipher } from './security/token-cipher.ts';
import { VERSION } from './version.ts';

/**
 * Connects the adapters, migrates the database and listens. Whatever it opened is in `closers`, to be closed in
 * reverse order, also when it throws.
 */
export async function listen(
  config: Config,
  { codeHost, tokenSecrets, demoPeople }: Platform,
  log: FastifyBaseLogger,
  closers: (() => Promise<void>)[],
): Promise<void> {
  const storage = createSqlStorage({
    url: config.databaseUrl,
    cipher: createTokenCipher(cipherKeysOf(tokenSecrets), systemEntropy),
    log,
  });
  closers.push(() => storage.close());
  await storage.migrate();

  const metrics = config.metricsPort === null ? null : createMetrics();
  const built = buildConsoleIfStale(log);
  built.catch((error: unknown) =>
    log.error({ err: error }, 'the console could not be built; the API works without it'),
  );
  const app = await createApp({
    codeHost: createHttpCodeHost(codeHost, { clock: systemClock, log }),
    storage,
    clock: systemClock,
    entropy: systemEntropy,
    log,
    baseUrl: config.baseUrl,
    signingKey: signingKeyOf(config.sessionSecret, [
      codeHost.clientSecret,
      codeHost.appPrivateKey,
      codeHost.webhookSecret ?? '',
    ]),
    about: {
      version: VERSION,
      codeHost: { url: codeHost.webUrl.origin, demoPeople: demoPeople === null ? null : [...demoPeople] },
    },
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
    await metrics.listen(config.metricsPort, config.host);
    closers.push(() => metrics.close());
  }
}
