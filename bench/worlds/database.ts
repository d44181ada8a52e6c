import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';
import { cipherKeysOf, createTokenCipher } from '../../server/src/lib/secrets.ts';
import { systemEntropy } from '../../server/src/lib/system.ts';
import { createSqlStorage } from '../../server/src/storage.ts';
import { TOKEN_SECRET } from '../servers/bench-service.ts';
import { sessionKeyOfNumber } from './session-ids.ts';

export const benchCipher = createTokenCipher(cipherKeysOf([TOKEN_SECRET]), systemEntropy);

type Value = number | string | Uint8Array | null;

/** A way into a database past the service, for filling it. */
export interface FillableDatabase {
  /** SQL for the key of session number `column`. */
  sessionKeySql(column: string): string;
  /** Runs a statement of both dialects; parameters are `$1`, `$2` … */
  run(sql: string, parameters?: readonly Value[]): Promise<void>;
  close(): Promise<void>;
}

/** Creates the tables as the service does, and opens the database for filling: without checks of references, in bulk. */
export async function openForFilling(url: string): Promise<FillableDatabase> {
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const storage = await createSqlStorage({ url, cipher: benchCipher, log });
  await storage.migrate();
  await storage.close();
  return url.startsWith('sqlite:') ? openSqlite(url.slice('sqlite:'.length)) : openPostgres(url);
}

function openSqlite(path: string): FillableDatabase {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  database.exec('pragma synchronous = off; pragma cache_size = -262144; pragma temp_store = memory');
  database.function('session_key', { deterministic: true }, (number) => sessionKeyOfNumber(Number(number)));
  return {
    sessionKeySql: (column) => `session_key(${column})`,
    run: async (sql, parameters = []) => {
      const named = Object.fromEntries(parameters.map((value, index) => [`$${index + 1}`, value as SQLInputValue]));
      database.prepare(sql).run(named);
    },
    close: async () => {
      database.exec('analyze; pragma wal_checkpoint(truncate)');
      database.close();
    },
  };
}

async function openPostgres(url: string): Promise<FillableDatabase> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB'");
  const sha256 = (text: string) => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
  return {
    sessionKeySql: (column) => sha256(sha256(`'bench-session-' || ${column}`)),
    run: async (sql, parameters = []) => void (await client.query(sql, [...parameters])),
    close: async () => {
      await client.query('vacuum analyze');
      await client.end();
    },
  };
}
