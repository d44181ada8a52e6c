import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type CompiledQuery, Kysely, type RawBuilder, sql } from 'kysely';
import { DISK_LOW_BYTES } from '../../../../domain/limits/storage.ts';
import type { Tables } from '../../schema.ts';
import { createDiskRoom, diskProbe } from '../disk-room.ts';
import type { Engine } from '../engine.ts';
import { sessionIn } from '../migration-session.ts';
import { openConnection } from './connection.ts';
import { createSqliteDialect } from './dialect.ts';
import { APPLICATION_ID, fileProblem } from './soundness.ts';
import { preparedOnce } from './statements.ts';
import { busyDeadline, createBusyRetry, createTransactionQueue, isBusy, withOutage } from './waiting.ts';

/** Several processes may use one file; readers never wait. */
export function openSqlite(path: string): Engine {
  const { database, file } = openConnection(path);
  const prepare = preparedOnce(database);
  const queue = createTransactionQueue();
  let busyWaits = 0;
  const retryWhileBusy = createBusyRetry(() => {
    busyWaits += 1;
  });
  const room = createDiskRoom(
    () => db.executeQuery(diskProbe(db)).then(() => {}),
    async () => ((await freeBytesAt(path).catch(() => null)) ?? Number.POSITIVE_INFINITY) < DISK_LOW_BYTES,
  );
  const parts = { database, prepare, queue, retryWhileBusy, noteFullDisk: room.noteRefusal };
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(parts) });

  async function read<R>(query: CompiledQuery<R>): Promise<readonly R[]> {
    const attempt = () => prepare(query.sql).all(query.parameters) as R[];
    let isAmongWork = false;
    try {
      // An open transaction of this process shows uncommitted work on the shared connection.
      isAmongWork = database.isTransaction;
      return isAmongWork ? await queue.runBetween(attempt) : attempt();
    } catch (error) {
      if (isAmongWork || !isBusy(error)) throw withOutage(error);
      return retryWhileBusy(attempt, busyDeadline());
    }
  }

  return {
    name: 'SQLite',
    db,
    transaction: (work) => db.transaction().execute(work),
    read,
    prepareRead: (query) => (parameters) => read({ ...query, parameters }),
    prepareLookup<R>(query: (isKey: (column: string) => RawBuilder<boolean>) => CompiledQuery<R>) {
      const compiled = query((column) => sql<boolean>`${sql.ref(column)} = ${''}`);
      return async (key: string) => (await read<R>({ ...compiled, parameters: [key] }))[0];
    },
    writeTogether: (statements) =>
      db.transaction().execute(async (transaction) => {
        for (const statement of statements) await transaction.executeQuery(statement);
      }),
    requireWritable: async () => file.requireWhole(),
    requireRoom: room.require,
    freeBytes: () => freeBytesAt(path),
    async problem(bytesMax) {
      return fileProblem(database, (file.sizes()?.bytes ?? 0) <= bytesMax);
    },
    migrateAlone: (work) =>
      db.transaction().execute(async (transaction) => {
        const outcome = await work(sessionIn(transaction, async () => {}));
        await sql`pragma application_id = ${sql.lit(APPLICATION_ID)}`.execute(transaction);
        return outcome;
      }),
    nowMs,
    servesMachines: false,
    locksTables: false,
    limitsConnections: false,
    jsonRows: (columns) => sql<string>`json_group_array(json_array(${sql.join(columns.map((name) => sql.ref(name)))}))`,
    hexOf,
    isAmong: (column) => sql<boolean>`${sql.ref(column)} in (select value from json_each(${'[]'}))`,
    numberList: JSON.stringify,
    lockRows: sql``,
    lockFreeRows: sql``,
    changeRows: sql``,
    keepRows: sql``,
    // Without statistics, SQLite assumes that a second equal column hardly narrows a result.
    throughIndex: (index) => sql`indexed by ${sql.ref(index)}`,
    hasTable: (name) =>
      sql<number>`exists (select 1 from sqlite_schema where type = 'table' and name = ${sql.lit(name)})`,
    ddl: {
      integer: sql`integer`,
      bytes: sql`blob`,
      token: sql`text`,
      openIntentTriggers: [
        sql`create trigger audit_intents_opened after insert on audit_rows when new.kind = 'intent' begin
          insert into audit_open_intents (organization_id, number) values (new.organization_id, new.number);
        end`,
        sql`create trigger audit_intents_settled after insert on audit_rows when new.kind = 'outcome' begin
          delete from audit_open_intents where organization_id = new.organization_id and number = new.intent;
        end`,
      ],
      afterEachRow: ({ name, after, on, when, run }) => [
        sql`create trigger ${sql.ref(name)} after ${sql.raw(after)} on ${sql.table(on)}
          ${when === undefined ? sql`` : sql`when ${when}`} begin ${run}; end`,
      ],
      newRow: (column) => sql`new.${sql.raw(column)}`,
      oldRow: (column) => sql`old.${sql.raw(column)}`,
      nextStamp: (former) => (former === null ? nowMs : sql<number>`max(${sql.ref(former)} + 1, ${nowMs})`),
      writersQueue: true,
      typed: sql`strict`,
      typedInKeyOrder: sql`strict, without rowid`,
    },
    readings: () => ({ engine: 'sqlite', pools: [], file: file.sizes(), busyWaits, conflictRetries: 0 }),
    async close() {
      // Closed directly, so that later queries report an unavailable database.
      if (database.isOpen) database.close();
      file.close();
    },
  };
}

export const nowMs = sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
export const hexOf = (column: string) => sql<string>`hex(${sql.ref(column)})`;

export async function freeBytesAt(path: string): Promise<number | null> {
  if (path === ':memory:') return null;
  const { bavail, bsize } = await statfs(dirname(path));
  return bavail * bsize;
}
