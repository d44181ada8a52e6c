import type { FastifyBaseLogger } from 'fastify';
import { createHttpCodeHost } from './adapters/code-host-http/code-host.ts';
import { buildConsoleIfStale, CONSOLE_DIST } from './adapters/console-build/build-console.ts';
import { createMetrics } from './adapters/metrics-prometheus/metrics.ts';
import { createSqlStorage } from './adapters/storage-sql/storage.ts';
import { systemClock, systemEntropy } from './adapters/system/system.ts';
import { createApp } from './app.ts';
import type { Config } from './config/read-config.ts';
import { CLEARING_INTERVAL_MS } from './domain/limits.ts';
import type { Platform } from './platform.ts';
import type { Storage } from './ports/storage.ts';
import { cipherKeysOf, signingKeyOf } from './security/keys.ts';
import { createTokenCipher } from './security/token-cipher.ts';
import { createClearExpired } from './sessions/clear-expired.ts';
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
  const storage = await openStorage(config.databaseUrl, tokenSecrets, log, closers);

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
  const clearing = setInterval(
    createClearExpired({ sessions: storage.sessions, clock: systemClock, log }),
    CLEARING_INTERVAL_MS,
  );
  closers.push(async () => clearInterval(clearing));
  if (metrics !== null && config.metricsPort !== null) {
    await metrics.listen(config.metricsPort, config.host);
    closers.push(() => metrics.close());
  }
}

async function openStorage(
  url: string,
  tokenSecrets: readonly string[],
  log: FastifyBaseLogger,
  closers: (() => Promise<void>)[],
): Promise<Storage> {
  try {
    const cipher = createTokenCipher(cipherKeysOf(tokenSecrets), systemEntropy);
    const storage = createSqlStorage({ url, cipher, log });
    closers.push(() => storage.close());
    await storage.migrate();
    return storage;
  } catch (error) {
    throw new Error(`the database in DATABASE_URL cannot be used: ${reasonIn(error)}.`, { cause: error });
  }
}

/** Several failed attempts in one error have a code in common, but no words. */
function reasonIn(error: unknown): string {
  const { message, code } = error as { readonly message?: unknown; readonly code?: unknown };
  return String(message || code || 'for an unknown reason');
}
