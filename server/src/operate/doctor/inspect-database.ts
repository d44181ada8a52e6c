import { existsSync, statSync } from 'node:fs';
import { connect } from '../../database/engines/connect.ts';
import type { PostgresLimits } from '../../database/engines/postgres/engine.ts';
import { whyNotCreatable } from '../../database/engines/sqlite/engine.ts';
import { openSqliteForReading } from '../../database/engines/sqlite/reading.ts';
import type { KeyPrints, TokenCipher } from '../../lib/secrets.ts';
import type { Clock, Log } from '../../lib/system.ts';
import {
  type DatabaseChecks,
  type DatabaseInspection,
  type InspectableEngine,
  inspectDatabase,
  reasonOf,
} from './store.ts';

interface DatabaseChecksDeps {
  readonly url: string;
  readonly cipher: TokenCipher;
  readonly prints: KeyPrints;
  readonly clock: Clock;
  readonly log: Log;
}

const SQLITE = 'sqlite:';

/** Longer than the service's: nobody waits for a check. */
const LIMITS: PostgresLimits = {
  connectMs: 5_000,
  waitMs: 5_000,
  queryMs: 5_000,
  silentMs: 6_000,
  statementMs: 5_000,
  lockMs: 1_000,
  silenceMs: 2_000,
  conflictMs: 5_000,
};

/** Not for a running service on SQLite: closing the file drops its connection's locks. */
export function createDatabaseChecks({ url, cipher, prints, clock, log }: DatabaseChecksDeps): DatabaseChecks {
  const now = () => clock.now();
  return {
    async inspect() {
      try {
        const database = url.startsWith(SQLITE)
          ? openFile(url.slice(SQLITE.length))
          : await connect(url, log, { poolSize: 2, limits: LIMITS });
        if ('kind' in database) return database;
        try {
          return await inspectDatabase(database, { cipher, prints, now }, Number.POSITIVE_INFINITY);
        } finally {
          await database.close();
        }
      } catch (error) {
        return { kind: 'unusable', reason: reasonOf(error) };
      }
    },
  };
}

const IS_DIRECTORY: DatabaseInspection = { kind: 'unusable', reason: 'the path is a directory' };

function openFile(path: string): (InspectableEngine & { close(): Promise<void> }) | DatabaseInspection {
  if (existsSync(path)) return statSync(path).isDirectory() ? IS_DIRECTORY : openSqliteForReading(path);
  return { kind: 'absent', problem: whyNotCreatable(path) };
}
