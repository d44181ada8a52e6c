import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { connect } from '../../../src/database/engines/connect.ts';
import type { Engine } from '../../../src/database/engines/engine.ts';
import type { PostgresOptions } from '../../../src/database/engines/postgres/engine.ts';
import { type EngineName, freshDatabaseUrl, sqlitePathOf } from '../../support/databases/engines.ts';
import { PATIENT } from '../../support/patience.ts';

/** The version that a former program left, of which `stored-copies/` has a database with rows in every table it uses. */
export const COPIED_VERSION = 31;

/** The bearer token of Ada's session in the copies. */
export const ADAS_SESSION_ID = 'ab'.repeat(32);
export const ADAS_KEY = createHash('sha256').update(ADAS_SESSION_ID).digest('hex');
/** IDs in the simulated world, so that the same people can sign in again. */
export const [ADA, ACME] = [1001, 1011];
export const [JOB, EXPORT, PAUSED, RUN] = ['1', '2', '3', '4'].map((end) => end.padStart(32, '0')) as [
  string,
  string,
  string,
  string,
];

/** Tables without rows that the upgrade removes. */
export const REMOVED: ReadonlySet<string> = new Set([
  'invitation_jobs',
  'invitation_job_rows',
  'access_exports',
  'access_export_parts',
]);

/** Columns that a step has removed since. */
const REMOVED_COLUMNS: Readonly<Record<string, readonly string[]>> = { jobs: ['next_at'], runs: ['next_at'] };

/** Names that a step has given columns since. */
const RENAMED_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  jobs: { words: 'message', place: 'cursor' },
  job_rows: { words: 'message', place: 'position' },
  job_targets: { place: 'position' },
  job_parts: { place: 'position' },
  run_jobs: { place: 'position' },
  audit_rows: { words: 'message' },
};

/** What an upgrade keeps, by the names that columns have afterwards. */
export const keptOf = (content: Content): Content =>
  Object.fromEntries(
    Object.entries(content).flatMap(([table, { columns, rows }]) => {
      if (REMOVED.has(table)) return [];
      const isKept = (column: string) => REMOVED_COLUMNS[table]?.includes(column) !== true;
      const nameOf = (column: string) => RENAMED_COLUMNS[table]?.[column] ?? column;
      const keep = (row: string) =>
        JSON.stringify(
          Object.fromEntries(
            Object.entries(JSON.parse(row) as object).flatMap(([name, value]) =>
              isKept(name) ? [[nameOf(name), value]] : [],
            ),
          ),
        );
      return [[table, { columns: columns.filter(isKept).map(nameOf), rows: rows.map(keep).toSorted() }]];
    }),
  );

const scriptOf = (engine: EngineName): string =>
  readFileSync(
    fileURLToPath(new URL(`stored-copies/version-${COPIED_VERSION}.${engine.toLowerCase()}.sql`, import.meta.url)),
    'utf8',
  );

/** Runs statements beside the storage. */
export async function runScript(url: string, script: string): Promise<void> {
  if (url.startsWith('sqlite:')) {
    const database = new DatabaseSync(sqlitePathOf(url));
    database.exec(script);
    return database.close();
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(script);
  } finally {
    await client.end();
  }
}

export async function restoreCopy(url: string, engine: EngineName): Promise<void> {
  await runScript(url, scriptOf(engine));
}

export async function restoredCopy(engine: EngineName): Promise<string> {
  const url = await freshDatabaseUrl(engine);
  await restoreCopy(url, engine);
  return url;
}

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

/** Runs work on an engine that nothing else uses. */
export async function onEngine<T>(
  url: string,
  work: (engine: Engine) => Promise<T>,
  postgres: PostgresOptions = PATIENT,
): Promise<T> {
  const engine = await connect(url, SILENT, postgres);
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

/** All rows of all tables, each as one text, by table. */
export type Content = Readonly<
  Record<string, { readonly columns: readonly string[]; readonly rows: readonly string[] }>
>;

/** Reads only the columns that `like` has. */
export const contentOf = (url: string, like: Content | null = null): Promise<Content> =>
  onEngine(url, async ({ db }) => {
    const tables = (await db.introspection.getTables()).filter(
      ({ name, schema }) => !name.startsWith('sqlite_') && (schema === undefined || schema === 'public'),
    );
    const content: Record<string, Content[string]> = {};
    for (const { name, columns: all } of tables) {
      const columns = like?.[name]?.columns ?? all.map((column) => column.name).toSorted();
      const { rows } =
        await sql<object>`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}`.execute(
          db,
        );
      content[name] = { columns, rows: rows.map((row) => JSON.stringify(row)).toSorted() };
    }
    return content;
  });
