import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type CompiledQuery, Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { DATABASE_POOL_SIZE } from '../../../lib/limits/storage.ts';
import type { Log } from '../../../lib/system.ts';
import type { Tables } from '../../schema.ts';
import {
  createDiskRoom,
  diskProbe,
  type Engine,
  foreignTablesIn,
  LEASE_TABLE,
  type LockTables,
  type MigrationWork,
  markOutage,
  type RowChange,
  STEPS_TABLE,
  sessionIn,
} from '../engine.ts';
import { type Connections, createCircuit, createSuspicion, openConnections } from './connection.ts';
import {
  createPostgresDialect,
  type DialectParts,
  POSTGRESQL,
  type PostgresProfile,
  type TransactionLimits,
  writeTogether,
} from './dialect.ts';
import { isMade, migrateByLease, releaseLease, takeLease } from './migration-lease.ts';
import type { StatementResult } from './prepared-statement.ts';
import { isConflict, retryConflicts, unevenMs } from './retry.ts';

/** A pooler's connection does not know the name, or already has it. */
const NAME_UNKNOWN = '26000';
const NAME_TAKEN = '42P05';

export const rowsOf = <R>(answer: StatementResult): readonly R[] => answer.rows as R[];

/**
 * Planning takes longer than running. Poolers may not track names: after the first such error the query runs unnamed.
 */
export function prepareRead<R>(
  connections: Pick<Connections, 'query' | 'run'>,
  sql: string,
): (parameters: readonly unknown[]) => Promise<readonly R[]> {
  // Pooled connections outlive programs: the name must not match another version's query.
  const name = `orgdesk_${createHash('sha256').update(sql).digest('hex').slice(0, 24)}`;
  const statement = { name, text: sql };
  let named = true;

  return async (parameters) => {
    if (named) {
      try {
        return rowsOf<R>(await connections.run(statement, parameters));
      } catch (error) {
        if (!isNameRefused(error)) throw error;
        named = false;
      }
    }
    return rowsOf<R>(await connections.query({ text: sql, values: [...parameters] }));
  };
}

const isNameRefused = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === NAME_UNKNOWN || error.code === NAME_TAKEN);

export interface PostgresLimits extends TransactionLimits {
  /** Limits waiting for a new connection, or for a free one while the server is silent. */
  readonly connectMs: number;
  /** Limits waiting for a free connection while others get theirs. */
  readonly waitMs: number;
  readonly queryMs: number;
  /** Limits connecting and the first answer together while the server is silent. */
  readonly silentMs: number;
}

/** An unavailable database shows within two seconds, except inside a transaction. A frozen instance loses its locks. */
const LIMITS: PostgresLimits = {
  connectMs: 1_500,
  waitMs: 5_000,
  queryMs: 1_650,
  silentMs: 1_700,
  statementMs: 5_000,
  lockMs: 1_000,
  silenceMs: 2_000,
  conflictMs: 5_000,
};
/** Migrations wait for another instance's, and may rewrite large tables. */
const MIGRATION_LIMITS: TransactionLimits = { statementMs: 0, lockMs: 0, silenceMs: 60_000, conflictMs: 60_000 };

/** Excludes tables of extensions, which belong to no program. */
const OTHERS_TABLES = `
  select c.relname as name from pg_class as c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    and c.relname <> '${LEASE_TABLE}'
    and not exists (
      select 1 from pg_depend as d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
    )`;
const STEPS_COLUMNS = `
  select attname as name from pg_attribute
  where attrelid = to_regclass('${STEPS_TABLE}') and attnum > 0 and not attisdropped`;

const NOW_MS = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;

/** A free text, such as "PostgreSQL 18.4 on …". */
const VERSION = 'select version() as name';

const openIntentTriggers = ({ newRow }: PostgresProfile) => [
  sql`create function audit_intents_open() returns trigger language plpgsql as $$
    begin
      if ${newRow('kind')} = 'intent' then
        insert into audit_open_intents (organization_id, number) values (${newRow('organization_id')}, ${newRow('number')});
      else
        delete from audit_open_intents where organization_id = ${newRow('organization_id')} and number = ${newRow('intent')};
      end if;
      return null;
    end
  $$`,
  sql`create trigger audit_rows_open_intents after insert on audit_rows
    for each row when (${newRow('kind')} <> 'event') execute function audit_intents_open()`,
];

const afterEachRow = ({ name, after, on, when, run }: RowChange) => [
  sql`create function ${sql.ref(name)}() returns trigger language plpgsql as $$ begin ${run}; return null; end $$`,
  sql`create trigger ${sql.ref(name)} after ${sql.raw(after)} on ${sql.table(on)}
    for each row ${when === undefined ? sql`` : sql`when (${when})`} execute function ${sql.ref(name)}()`,
];

export interface PostgresOptions {
  /** Two or more; half of the connections only read. */
  readonly poolSize?: number;
  readonly limits?: PostgresLimits;
  readonly profile?: PostgresProfile;
}

/**
 * Two pools, so that reads never wait for writers. No connection state is used, so a transaction-mode pooler may be in
 * between. Calls to an unavailable database fail within two seconds.
 */
export function openPostgres(url: string, log: Log, options: PostgresOptions = {}): Engine {
  const { poolSize = DATABASE_POOL_SIZE, limits = LIMITS, profile = POSTGRESQL } = options;
  const { connectMs, waitMs, silentMs, conflictMs } = limits;
  const suspicion = createSuspicion();
  let conflictRetries = 0;
  const conflicts = {
    conflictMs,
    noteConflictRetry: () => {
      conflictRetries += 1;
    },
  };
  const server = { url, log, connectMs, waitMs, silentMs, suspicion, circuit: createCircuit(), ...conflicts };
  const readers = Math.ceil(poolSize / 2);
  const reading = openConnections(server, { max: readers, query_timeout: limits.queryMs });
  const writing = openConnections(server, {
    max: poolSize - readers,
    query_timeout: limits.queryMs,
    pipeline: true,
  });
  const room = createDiskRoom(
    () => writeAll(dialectParts)([diskProbe(db)]),
    async () => false,
  );
  const dialectParts: DialectParts = {
    connections: writing,
    profile,
    limits,
    suspicion,
    noteFullDisk: room.noteRefusal,
    ...conflicts,
  };
  const db = new Kysely<Tables>({ dialect: createPostgresDialect(dialectParts) });

  return {
    name: 'PostgreSQL',
    db,
    transaction: (work) => retryConflicts(conflicts, () => db.transaction().execute(work)),
    read: async <R>({ sql: text, parameters }: CompiledQuery<R>) =>
      rowsOf<R>(await reading.query({ text, values: [...parameters] })),
    prepareRead: <R>(query: CompiledQuery<R>) => prepareRead<R>(reading, query.sql),
    prepareLookup(query) {
      const compiled = query((column) => sql<boolean>`${sql.ref(column)} = any(${'{}'}::text[])`);
      return inBatches(prepareRead(reading, compiled.sql));
    },
    writeTogether: writeAll(dialectParts),
    async migrateAlone(work) {
      // The second connection renews the lease.
      const patient = openConnections(server, { max: 2, pipeline: true });
      const parts = { ...dialectParts, connections: patient, limits: MIGRATION_LIMITS };
      const patientDb = new Kysely<Tables>({ dialect: createPostgresDialect(parts) });
      try {
        if (profile.schemaInTransactions) return await migrateExclusively(patientDb, NOW_MS, work);
        return await migrateByLease({ db: patientDb, nowMs: NOW_MS, writeTogether: writeAll(parts) }, work);
      } finally {
        await patient.end();
      }
    },
    async requireWritable() {
      // Pooled connections may lead to the former server, so a new one is opened to check.
      const connections = suspicion.isRaised()
        ? openConnections(server, { max: 1, query_timeout: limits.queryMs })
        : reading;
      try {
        const [setting] = rowsOf<{ transaction_read_only: string }>(
          await connections.query({ text: 'show transaction_read_only' }),
        );
        if (setting?.transaction_read_only !== 'on') return suspicion.clear();
      } finally {
        if (connections !== reading) await connections.end();
      }
      suspicion.raise();
      throw markOutage(new Error('the database is read-only: it is a standby, or writes are disabled'), 'away');
    },
    requireRoom: room.require,
    async problem() {
      const namesOf = async (text: string) =>
        rowsOf<{ readonly name: string }>(await reading.query({ text })).map(({ name }) => name);
      const [version = ''] = await namesOf(VERSION);
      if (profile === POSTGRESQL && version.includes('CockroachDB')) return 'it is CockroachDB: use cockroachdb://';
      return foreignTablesIn(await namesOf(OTHERS_TABLES), await namesOf(STEPS_COLUMNS));
    },
    freeBytes: async () => null,
    servesMachines: true,
    locksTables: profile.schemaInTransactions,
    limitsConnections: profile.limitsConnections,
    nowMs: NOW_MS,
    jsonRows: (columns) =>
      sql<string | null>`json_agg(json_build_array(${sql.join(columns.map((name) => sql.ref(name)))}))`,
    hexOf: (column) => sql<string>`encode(${sql.ref(column)}, 'hex')`,
    isAmong: (column) => sql<boolean>`${sql.ref(column)} = any(${[]}::bigint[])`,
    numberList: (numbers) => `{${numbers.join(',')}}`,
    lockRows: sql`for update`,
    lockFreeRows: sql`for update skip locked`,
    changeRows: profile.changeRows,
    keepRows: profile.keepRows,
    throughIndex: null,
    hasTable: (name) => sql<number>`(to_regclass(${sql.lit(name)}) is not null)::int`,
    ddl: {
      integer: sql`bigint`,
      bytes: sql`bytea`,
      token: profile.token,
      openIntentTriggers: openIntentTriggers(profile),
      afterEachRow,
      newRow: profile.newRow,
      oldRow: profile.oldRow,
      nextStamp: (former) =>
        former === null ? sql<number>`${NOW_MS}` : sql<number>`greatest(${sql.ref(former)} + 1, ${NOW_MS})`,
      writersQueue: false,
      typed: sql``,
      typedInKeyOrder: sql``,
    },
    readings: () => ({
      engine: 'postgresql',
      pools: [
        { pool: 'reading', ...reading.readings() },
        { pool: 'writing', ...writing.readings() },
      ],
      file: null,
      busyWaits: 0,
      conflictRetries,
    }),
    async close() {
      await Promise.all([reading.end(), writing.end()]);
    },
  };
}

const writeAll =
  (parts: DialectParts): Engine['writeTogether'] =>
  async (statements) => {
    await writeTogether(parts, statements);
  };

const BATCHES_AT_ONCE = 2;
const BATCH_MAX = 200;

interface Lookup<R> {
  readonly key: string;
  readonly resolve: (row: R | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Keys must need no quotes. */
function inBatches<R extends { readonly key: string }>(
  read: (parameters: readonly unknown[]) => Promise<readonly R[]>,
): (key: string) => Promise<R | undefined> {
  let waiting: Lookup<R>[] = [];
  let running = 0;
  let isDue = false;

  const run = async (batch: readonly Lookup<R>[]): Promise<void> => {
    running += 1;
    try {
      const rows = await read([`{${batch.map(({ key }) => key).join(',')}}`]);
      const [first] = batch;
      if (batch.length === 1 && first !== undefined) return first.resolve(rows[0]);
      const found = new Map(rows.map((row) => [row.key, row]));
      for (const { key, resolve } of batch) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      running -= 1;
      start();
    }
  };
  const start = (): void => {
    isDue = false;
    while (waiting.length > 0 && running < BATCHES_AT_ONCE) {
      const batch = waiting.slice(0, BATCH_MAX);
      waiting = waiting.slice(BATCH_MAX);
      void run(batch);
    }
  };

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (isDue || running === BATCHES_AT_ONCE) return;
      isDue = true;
      setImmediate(start);
    });
}

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Milliseconds to wait for a table lock. First less than PostgreSQL's deadlock check, so that requests of the running
 * version are not cancelled; later more, because autovacuum yields only then.
 */
const LOCK_SHORT_WAIT_MS = 400;
const LOCK_LONG_WAIT_MS = 1_500;
const SHORT_MIGRATION_ATTEMPTS = 20;
const MIGRATION_ATTEMPTS = 40;
const MIGRATION_PAUSE_MS = 100;

/** If a table stays locked, releases all and starts again, which prevents deadlocks. */
async function migrateExclusively<T>(
  db: Kysely<Tables>,
  nowMs: RawBuilder<number>,
  work: MigrationWork<T>,
): Promise<T> {
  const holder = randomUUID();
  for (let attempt = 1; ; attempt += 1) {
    let isAlone = false;
    try {
      return await db.transaction().execute(async (transaction) => {
        if (!(await takeLease(transaction, holder, nowMs))) throw new Error('another process is migrating');
        isAlone = true;
        const waitMs = attempt > SHORT_MIGRATION_ATTEMPTS ? LOCK_LONG_WAIT_MS : LOCK_SHORT_WAIT_MS;
        const outcome = await work(sessionIn(transaction, lockWithin(transaction, waitMs)));
        await releaseLease(transaction, holder);
        return outcome;
      });
    } catch (error) {
      if (attempt === MIGRATION_ATTEMPTS || !(isConflict(error) || isLockTaken(error) || (!isAlone && isMade(error))))
        throw error;
      await pause(unevenMs(MIGRATION_PAUSE_MS));
    }
  }
}

const lockWithin =
  (transaction: Transaction<Tables>, waitMs: number): LockTables =>
  async (locks) => {
    await sql`set local lock_timeout = ${sql.lit(waitMs)}`.execute(transaction);
    for (const { table, isAltered } of locks) {
      const mode = isAltered ? sql`access exclusive` : sql`share row exclusive`;
      await sql`lock table ${sql.table(table)} in ${mode} mode`.execute(transaction);
    }
    await sql`set local lock_timeout = 0`.execute(transaction);
  };

const isLockTaken = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
