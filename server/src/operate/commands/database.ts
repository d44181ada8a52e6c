import { existsSync } from 'node:fs';
import type { AuditTrailStore } from '../../audit/store/types.ts';
import type { SchemaState } from '../../database/migrations/migrate.ts';
import { cipherKeysOf, createTokenCipher, keyPrintsOf, type TokenCipher } from '../../lib/secrets.ts';
import { type Clock, type Log, systemEntropy } from '../../lib/system.ts';
import { createSqlStorage, type Storage } from '../../storage.ts';
import { type DatabaseConfig, databaseWarnings, readDatabaseConfig } from '../config/read-config.ts';
import type { Environment } from '../config/settings.ts';
import { createDatabaseChecks } from '../doctor/inspect-database.ts';
import type { DatabaseChecks } from '../doctor/store.ts';
import { commandLog, fail, failUnusable, warn } from './problems.ts';

const SQLITE = 'sqlite:';

/** Returns null after reporting all problems. Needs no code host settings. */
export function usableDatabaseConfig(env: Environment): DatabaseConfig | null {
  const read = readDatabaseConfig(env);
  if (!read.ok) return failUnusable(read.refusal);
  warn(databaseWarnings(env));
  return read.value;
}

export const sqlitePathOf = (databaseUrl: string): string | null =>
  databaseUrl.startsWith(SQLITE) ? databaseUrl.slice(SQLITE.length) : null;

/** Checked because opening a missing SQLite file creates it. */
export function isMissing(databaseUrl: string): boolean {
  const path = sqlitePathOf(databaseUrl);
  return path !== null && !existsSync(path);
}

export function openStorage(
  { databaseUrl: url, databasePoolSize: poolSize, tokenSecrets }: DatabaseConfig,
  log: Log,
): Promise<Storage> {
  return createSqlStorage({ url, cipher: cipherOf(tokenSecrets), log, postgres: { poolSize } });
}

/** Reports errors with the prefix `notDone` and sets exit code 1. */
export async function withStorage(
  config: DatabaseConfig,
  notDone: string,
  work: (storage: Storage) => Promise<void>,
): Promise<void> {
  try {
    const storage = await openStorage(config, commandLog(config));
    try {
      await work(storage);
    } finally {
      await storage.close();
    }
  } catch (error) {
    fail(`${notDone}: ${reasonIn(error)}.`);
  }
}

/** Without a secret, stored tokens cannot be decrypted. */
const cipherOf = (secrets: readonly string[]): TokenCipher =>
  createTokenCipher(cipherKeysOf(secrets.length === 0 ? ['opens no token'] : secrets), systemEntropy);

export const databaseChecksOf = (
  { databaseUrl: url, tokenSecrets }: Pick<DatabaseConfig, 'databaseUrl' | 'tokenSecrets'>,
  context: { readonly clock: Clock; readonly log: Log },
  signingKey: Uint8Array | null = null,
): DatabaseChecks => {
  const prints = keyPrintsOf(signingKey, cipherKeysOf(tokenSecrets));
  return createDatabaseChecks({ url, cipher: cipherOf(tokenSecrets), prints, ...context });
};

/** Like `withStorage`, but requires an up-to-date schema. */
export async function withReadyStorage(
  env: Environment,
  notDone: string,
  work: (storage: Storage) => Promise<void>,
): Promise<void> {
  const config = usableDatabaseConfig(env);
  if (config === null) return;
  if (isMissing(config.databaseUrl)) return fail(`${notDone}: ${MISSING}`);
  await withStorage(config, notDone, async (storage) => {
    const state = await storage.schema();
    const { step, programStep, pending, serves } = state;
    if (!serves) return fail(`${notDone}: ${unservedMessage(state)}`);
    if (pending.length > 0) {
      return fail(
        `${notDone}: the database has schema version ${step}, but this orgdesk needs ${programStep}. Run orgdesk migrate.`,
      );
    }
    await storage.ready();
    await work(storage);
  });
}

export const MISSING =
  'the SQLite file in DATABASE_URL does not exist. A relative path starts in the current directory.';

export const unservedMessage = ({ step, programStep, oldestStep }: SchemaState): string =>
  step > programStep
    ? `the database has schema version ${step}, but this orgdesk only supports up to ${programStep}. Run the newer orgdesk, or restore a backup from before the upgrade.`
    : `the database has schema version ${step}, but this orgdesk upgrades only from version ${oldestStep} or later. First upgrade with an orgdesk release that uses schema version ${oldestStep}.`;

/** Node.js errors for several connection attempts have no message. */
function reasonIn(error: unknown): string {
  const { message, code } = error as { readonly message?: unknown; readonly code?: unknown };
  return String(message || code || 'unknown error');
}

/** Of an organization, by its newest audit entry. Null if none is left. */
export async function loginOf(trail: Pick<AuditTrailStore, 'read'>, organizationId: number): Promise<string | null> {
  const [newest] = await trail.read({ organizationId, limit: 1 }, new Date(0));
  return newest?.organization.login ?? null;
}
