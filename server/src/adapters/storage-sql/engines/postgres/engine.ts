import { type CompiledQuery, Kysely, sql } from 'kysely';
import { DATABASE_POOL_SIZE } from '../../../../domain/limits/storage.ts';
import { markOutage } from '../../../../ports/storage/outages.ts';
import type { Log } from '../../../../ports/system.ts';
import type { Tables } from '../../schema.ts';
import type { Engine } from '../engine.ts';
import { foreignTablesIn, STEPS_TABLE } from '../own-tables.ts';
import { withTransactionsAround } from '../transactions-around.ts';
import { createCircuit } from './circuit.ts';
import { createSuspicion, openConnections } from './connection.ts';
import { createPostgresDialect, type TransactionLimits, writeTogether } from './dialect.ts';
import { migrateExclusively } from './migration-transaction.ts';
import { retryConflicts } from './retry.ts';
import { prepareRead, rowsOf } from './statements.ts';

/** Limits are in milliseconds; 0 means none. */
export interface PostgresLimits extends TransactionLimits {
  /** Limits waiting for a new connection, or for a free one while the server is silent. */
  readonly connectMs: number;
  /** Limits waiting for a free connection while others get theirs. */
  readonly waitMs: number;
  readonly queryMs: number;
  /** Limits connecting and the first answer together while the server is silent. */
  readonly silentMs: number;
}

/**
 * An unavailable database shows within two seconds, except to statements inside a transaction. A frozen instance loses
 * its locks.
 */
const LIMITS: PostgresLimits = {
  connectMs: 1_500,
  waitMs: 5_000,
  queryMs: 1_650,
  silentMs: 1_700,
  statementMs: 5_000,
  lockMs: 1_000,
  silenceMs: 2_000,
};
/** Migrations wait for another instance's, and may rewrite large tables. */
const MIGRATION_LIMITS: TransactionLimits = { statementMs: 0, lockMs: 0, silenceMs: 60_000 };

/** Excludes tables of extensions, which belong to no program. */
const OTHERS_TABLES = `
  select c.relname as name from pg_class as c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    and not exists (
      select 1 from pg_depend as d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
    )`;
const STEPS_COLUMNS = `
  select attname as name from pg_attribute
  where attrelid = to_regclass('${STEPS_TABLE}') and attnum > 0 and not attisdropped`;

const COUNTER_TRIGGER_DROPS = [
  sql`drop trigger host_counters_of_former_programs on host_counters`,
  sql`drop function places_of_former_programs()`,
];

const OPEN_INTENT_TRIGGERS = [
  sql`create function audit_intents_open() returns trigger language plpgsql as $$
    begin
      if new.kind = 'intent' then
        insert into audit_open_intents (organization_id, number) values (new.organization_id, new.number);
      else
        delete from audit_open_intents where organization_id = new.organization_id and number = new.intent;
      end if;
      return null;
    end
  $$`,
  sql`create trigger audit_rows_open_intents after insert on audit_rows
    for each row when (new.kind <> 'event') execute function audit_intents_open()`,
];

export interface PostgresOptions {
  /** Two or more; half of the connections only read. */
  readonly poolSize?: number;
  /** Production limits by default. */
  readonly limits?: PostgresLimits;
}

/**
 * Two pools, one for writes and one for reads, so reads never wait for writers. Uses no connection state, so a
 * transaction-mode pooler may be in between. Calls to an unavailable database fail within two seconds.
 */
export function openPostgres(url: string, log: Log, options: PostgresOptions = {}): Engine {
  const { poolSize = DATABASE_POOL_SIZE, limits = LIMITS } = options;
  const { connectMs, waitMs, silentMs } = limits;
  const suspicion = createSuspicion();
  const server = { url, log, connectMs, waitMs, silentMs, suspicion, circuit: createCircuit() };
  const readers = Math.ceil(poolSize / 2);
  const reading = openConnections(server, { max: readers, query_timeout: limits.queryMs });
  const writing = openConnections(server, {
    max: poolSize - readers,
    query_timeout: limits.queryMs,
    pipeline: true,
  });
  const dialectParts = { connections: writing, limits, suspicion };
  const db = withTransactionsAround(
    new Kysely<Tables>({ dialect: createPostgresDialect(dialectParts) }),
    retryConflicts,
  );

  return {
    name: 'PostgreSQL',
    db,
    read: async <R>({ sql: text, parameters }: CompiledQuery<R>) =>
      rowsOf<R>(await reading.query({ text, values: [...parameters] })),
    prepareRead: <R>(query: CompiledQuery<R>) => prepareRead<R>(reading, query.sql),
    writeTogether: (statements) => retryConflicts(() => writeTogether(dialectParts, statements)),
    async migrationTransaction(work) {
      const patient = openConnections(server, { max: 1, pipeline: true });
      const patientDb = new Kysely<Tables>({
        dialect: createPostgresDialect({ connections: patient, limits: MIGRATION_LIMITS, suspicion }),
      });
      try {
        await migrateExclusively(patientDb, work);
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
    async problem() {
      const namesOf = async (text: string) =>
        rowsOf<{ readonly name: string }>(await reading.query({ text })).map(({ name }) => name);
      return foreignTablesIn(await namesOf(OTHERS_TABLES), await namesOf(STEPS_COLUMNS));
    },
    freeBytes: async () => null,
    servesMachines: true,
    nowMs: sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
    jsonRows: (columns) =>
      sql<string | null>`json_agg(json_build_array(${sql.join(columns.map((name) => sql.ref(name)))}))`,
    hexOf: (column) => sql<string>`encode(${sql.ref(column)}, 'hex')`,
    isAmong: (column) => sql<boolean>`${sql.ref(column)} = any(${[]}::bigint[])`,
    numberList: (numbers) => `{${numbers.join(',')}}`,
    lockRows: sql`for update`,
    lockFreeRows: sql`for update skip locked`,
    changeRows: sql`for no key update`,
    keepRows: sql`for key share`,
    throughIndex: null,
    hasTable: (name) => sql<number>`(to_regclass(${sql.lit(name)}) is not null)::int`,
    ddl: {
      integer: sql`bigint`,
      bytes: sql`bytea`,
      token: sql`text collate "C"`,
      openIntentTriggers: OPEN_INTENT_TRIGGERS,
      counterTriggerDrops: COUNTER_TRIGGER_DROPS,
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
    }),
    async close() {
      await Promise.all([reading.end(), writing.end()]);
    },
  };
}
