import { createSqlStorage } from './adapters/storage-sql/storage.ts';
import { systemEntropy } from './adapters/system/system.ts';
import type { Config } from './config/read-config.ts';
import type { Storage } from './ports/storage.ts';
import type { Log } from './ports/system.ts';
import { cipherKeysOf } from './security/keys.ts';
import { createTokenCipher } from './security/token-cipher.ts';

/**
 * The configured database, migrated. It is in `closers` as soon as it is open. Throws an error that names
 * `DATABASE_URL` and not its value.
 */
export async function openStorage(
  { databaseUrl: url, databasePoolSize: poolSize }: Pick<Config, 'databaseUrl' | 'databasePoolSize'>,
  tokenSecrets: readonly string[],
  log: Log,
  closers: (() => Promise<void>)[],
): Promise<Storage> {
  try {
    const cipher = createTokenCipher(cipherKeysOf(tokenSecrets), systemEntropy);
    const storage = createSqlStorage({ url, cipher, log, postgres: { poolSize } });
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
