import { setImmediate as othersRun } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Engine } from '../../database/engines/engine.ts';
import { AUDIT_VERIFY_ROWS } from '../../lib/limits/audit.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { checkWhileExpiring, GENESIS, type Head, hashOf } from './append.ts';
import type { AuditFault, AuditProof } from './types.ts';

/** Works while others write. */
export async function* verifyTrails(
  engine: Engine,
  organizationId: number | null,
): AsyncGenerator<Result<AuditProof, AuditFault>> {
  const ids = organizationId === null ? await organizationIds(engine) : [organizationId];
  for (const id of ids) yield await verifyTrail(engine, id);
}

async function organizationIds({ db, read }: Engine): Promise<readonly number[]> {
  const query = sql<{ readonly id: number }>`
    select organization_id as id from audit_heads union select organization_id as id from audit_rows order by id`;
  return (await read(query.compile(db))).map(({ id }) => id);
}

const verifyTrail = (engine: Engine, organizationId: number): Promise<Result<AuditProof, AuditFault>> =>
  checkWhileExpiring(engine, organizationId, {
    check: async () => verifyRows(engine, organizationId, await endsOf(engine, organizationId)),
    isFault: ({ ok: isVerified }) => !isVerified,
  });

/** All values are read at one moment. */
interface Ends {
  readonly head: Head | null;
  readonly lowest: number | null;
  readonly highest: number | null;
}

async function endsOf({ db, read }: Engine, organizationId: number): Promise<Ends> {
  const end = (order: 'asc' | 'desc') =>
    sql<number | null>`(select number from audit_rows where organization_id = ${organizationId}
      order by number ${sql.raw(order)} limit 1)`;
  const query = sql<Nullable<Head> & Omit<Ends, 'head'>>`
    select ends.lowest, ends.highest, head.*
    from (select ${end('asc')} as lowest, ${end('desc')} as highest) as ends
    left join audit_heads as head on head.organization_id = ${organizationId}`;
  const [row] = await read(query.compile(db));
  if (row === undefined) return { head: null, lowest: null, highest: null };
  const { lowest, highest, ...head } = row;
  return { head: head.newest_number === null ? null : (head as Head), lowest, highest };
}

type Nullable<T> = { readonly [Key in keyof T]: T[Key] | null };

async function verifyRows(
  engine: Engine,
  organizationId: number,
  { head, lowest, highest }: Ends,
): Promise<Result<AuditProof, AuditFault>> {
  const at = (number: number, fault: AuditFault['fault']) => refuse({ organizationId, number, fault });
  if (head === null) {
    if (lowest !== null) return at(lowest, 'added');
    return ok({ organizationId, rows: 0, first: 1, newest: 0, head: GENESIS });
  }
  if (lowest !== null && lowest < head.first_number) return at(lowest, 'added');
  let [number, hash] = [head.first_number - 1, head.anchor];
  for await (const page of verifiedHashes(engine, organizationId, { number, hash }, head.newest_number)) {
    if (!page.ok) return page;
    [number, hash] = [number + page.value.length, page.value.at(-1) ?? hash];
  }
  if (number < head.newest_number) return at(number + 1, 'cut-off');
  if (number > head.newest_number || hash !== head.newest_hash) return at(number, 'changed');
  if (highest !== null && highest > head.newest_number) return at(head.newest_number + 1, 'added');
  return ok({
    organizationId,
    rows: number - head.first_number + 1,
    first: head.first_number,
    newest: number,
    head: hash,
  });
}

/** Yields the hashes of the rows that follow another one, in pages, up to the first fault or `to`. */
export async function* verifiedHashes(
  { db, read }: Engine,
  organizationId: number,
  before: { readonly number: number; readonly hash: string },
  to: number,
): AsyncGenerator<Result<readonly string[], AuditFault>> {
  const at = (row: number, fault: AuditFault['fault']) => refuse({ organizationId, number: row, fault });
  let { number, hash } = before;
  for (;;) {
    const page = await read(
      db
        .selectFrom('audit_rows')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('number', '>', number)
        .where('number', '<=', to)
        .orderBy('number')
        .limit(AUDIT_VERIFY_ROWS)
        .compile(),
    );
    for (const row of page) {
      if (row.number !== number + 1) return yield at(number + 1, 'missing');
      if (row.hash !== hashOf(hash, row)) return yield at(row.number, 'changed');
      [number, hash] = [row.number, row.hash];
    }
    yield ok(page.map((row) => row.hash));
    if (page.length < AUDIT_VERIFY_ROWS) return;
    // Reads of SQLite let nothing else run.
    await othersRun();
  }
}
