import { sql } from 'kysely';
import { CHECKED_AT_START_MAX_BYTES } from '../../lib/limits/storage.ts';
import type { DdlDialect, Engine, Queries } from '../engines/engine.ts';
import { LATEST_VERSION, latestVersionOf, MIGRATIONS, type Migration, OLDEST_VERSION, pendingAt } from './steps.ts';
import { tableLocksOf } from './table-locks.ts';

/** A step is a version of the schema; an empty database has 0. */
export interface MigrationReport {
  readonly from: number;
  readonly to: number;
  readonly applied: readonly string[];
}

export interface SchemaState {
  readonly step: number;
  readonly programStep: number;
  /** Oldest step that this program upgrades. */
  readonly oldestStep: number;
  readonly pending: readonly string[];
  /** True if this program works with the database, possibly after missing migrations. */
  readonly serves: boolean;
}

/**
 * Applies missing migrations, in one transaction if the database allows. Throws if the database is another program's,
 * damaged, too old, or newer, unless all unknown migrations are recorded as compatible.
 */
export async function migrate(engine: Engine, steps: readonly Migration[] = MIGRATIONS): Promise<MigrationReport> {
  const problem = await engine.problem(CHECKED_AT_START_MAX_BYTES);
  if (problem !== null) throw new Error(problem);
  const latest = latestVersionOf(steps);
  return await engine.migrateAlone(async ({ db, lock, runStep, write }) => {
    await createRecords(db, engine.ddl);
    const rows = await db.selectFrom('schema_migrations').select('version').execute();
    const found = Math.max(0, ...rows.map(({ version }) => version));
    if (found > latest && !(await servesProgram(db, latest))) throw newerDatabase(found, latest);
    const pending = pendingAt(found, steps) ?? throwTooOld(found);

    const texts = pending.flatMap(({ statements }) => statements(engine.ddl).map((each) => each.compile(db).sql));
    await lock(tableLocksOf(texts));
    for (const [index, { name, serves = 1, statements }] of pending.entries()) {
      const version = latest - pending.length + 1 + index;
      await runStep(version, statements(engine.ddl));
      await write([
        db.insertInto('schema_migrations').values({ version, name, applied_at: engine.nowMs }).compile(),
        db.insertInto('schema_serves').values({ version, oldest_program: serves }).compile(),
      ]);
    }
    return { from: found, to: Math.max(found, latest), applied: pending.map(({ name }) => name) };
  });
}

export async function schemaState(engine: Engine, steps: readonly Migration[] = MIGRATIONS): Promise<SchemaState> {
  const { db, hasTable, read } = engine;
  const has = async (table: string) =>
    (await read(sql<{ readonly found: number }>`select ${hasTable(table)} as found`.compile(db)))[0]?.found === 1;
  const [row] = (await has('schema_migrations'))
    ? await read(
        db
          .selectFrom('schema_migrations')
          .select(({ fn }) => fn.max('version').as('version'))
          .compile(),
      )
    : [];
  const step = row?.version ?? 0;
  const programStep = latestVersionOf(steps);
  const pending = pendingAt(step, steps);
  return {
    step,
    programStep,
    oldestStep: OLDEST_VERSION,
    pending: (pending ?? []).map(({ name }) => name),
    serves:
      step > programStep ? (await has('schema_serves')) && (await servesProgram(db, programStep)) : pending !== null,
  };
}

async function createRecords(db: Queries, { integer, typed }: DdlDialect): Promise<void> {
  await sql`create table if not exists schema_migrations (
    version ${integer} primary key,
    name text not null,
    applied_at ${integer} not null
  ) ${typed}`.execute(db);
  await sql`create table if not exists schema_serves (
    version ${integer} primary key references schema_migrations,
    oldest_program ${integer} not null
  ) ${typed}`.execute(db);
}

async function servesProgram(db: Queries, program: number): Promise<boolean> {
  const newer = await db
    .selectFrom('schema_migrations as step')
    .leftJoin('schema_serves as record', 'record.version', 'step.version')
    .select('record.oldest_program')
    .where('step.version', '>', program)
    .execute();
  return newer.every(({ oldest_program: oldest }) => oldest !== null && oldest <= program);
}

/** Accepts newer databases: during an update, older instances run beside a newer one. */
export async function requireMigrated(engine: Engine): Promise<void> {
  const query = engine.db.selectFrom('schema_migrations').select(({ fn }) => fn.max('version').as('version'));
  const [row] = await engine.read(query.compile());
  const found = row?.version ?? 0;
  if (found < LATEST_VERSION) {
    throw new Error(
      `the database has schema version ${found}, but this orgdesk needs ${LATEST_VERSION}: run orgdesk migrate`,
    );
  }
}

const newerDatabase = (found: number, programVersion: number): Error =>
  new Error(
    `the database has schema version ${found}, but this orgdesk only supports up to ${programVersion}: run a newer orgdesk`,
  );

function throwTooOld(found: number): never {
  throw new Error(
    `the database has schema version ${found}, but this orgdesk upgrades only from version ${OLDEST_VERSION} or later: first upgrade with an orgdesk release that uses schema version ${OLDEST_VERSION}`,
  );
}
