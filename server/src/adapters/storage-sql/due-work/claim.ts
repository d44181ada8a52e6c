import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { WORK_CLOCKS_DIFFER_MS, WORK_RETRY_CLOCKS_DIFFER_MS } from '../../../domain/limits/due-work.ts';
import type { Claim, ClaimedWork, KindRoom, WorkId } from '../../../ports/storage/due-work.ts';
import type { Engine } from '../engines/engine.ts';
import type { Tables } from '../schema.ts';

export const isWork =
  (ids: readonly WorkId[]) =>
  ({ or, and, eb }: ExpressionBuilder<Tables, 'due_work'>) =>
    or(
      ids.map(({ organizationId, kind, key }) =>
        and([eb('organization_id', '=', organizationId), eb('kind', '=', kind), eb('key', '=', key)]),
      ),
    );

/** A due time set later than now is by a clock that was put back since. */
export const isDueAt = (now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`(due_at <= ${now.getTime()} or set_at - case when attempts > 0
    then ${sql.lit(WORK_RETRY_CLOCKS_DIFFER_MS)} else ${sql.lit(WORK_CLOCKS_DIFFER_MS)} end > ${now.getTime()})`;

/** Candidates are read without locks. Needs no `skip locked`: who comes second takes what is left. */
export async function claim(
  engine: Engine,
  { holder, kinds, limit, leaseMs }: Claim,
  now: Date,
): Promise<readonly ClaimedWork[]> {
  const { db, read, nowMs, lockRows } = engine;
  if (limit <= 0 || kinds.length === 0) return [];
  const found = await read(candidates(nowMs, kinds, limit, now).compile(db));
  if (found.length === 0) return [];
  const ids = found.map(({ organization_id: organizationId, kind, key }) => ({ organizationId, kind, key }));
  const isFree = sql<SqlBool>`(state = 'due' and ${isDueAt(now)} and (holder is null or lease_until <= ${nowMs}))`;
  const rows = await engine.transaction((transaction) =>
    transaction
      .updateTable('due_work')
      .set({
        holder,
        lease_until: sql<number>`${nowMs} + ${sql.lit(leaseMs)}`,
        attempts: sql<number>`attempts + case when holder is null or holder = ${holder} then 0 else 1 end`,
        last_error: sql<string>`case when holder is null or holder = ${holder} then last_error else ${VANISHED} end`,
      })
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('organization_id', 'kind', 'key'),
          'in',
          selectFrom('due_work')
            .select(['organization_id', 'kind', 'key'])
            .where(isWork(ids))
            .where(isFree)
            .orderBy('organization_id')
            .orderBy('kind')
            .orderBy('key')
            .modifyEnd(lockRows)
            .$asTuple('organization_id', 'kind', 'key'),
        ),
      )
      .where(isFree)
      .returning(['organization_id', 'kind', 'key', 'attempts', 'version', 'request_id'])
      .execute(),
  );
  const order = new Map(ids.map((id, index) => [JSON.stringify(Object.values(id)), index]));
  const placeOf = ({ organizationId, kind, key }: WorkId) =>
    order.get(JSON.stringify([organizationId, kind, key])) ?? 0;
  return rows
    .map((row) => ({
      organizationId: row.organization_id,
      kind: row.kind,
      key: row.key,
      holder,
      attempts: row.attempts,
      version: row.version,
      requestId: row.request_id,
    }))
    .sort((a, b) => placeOf(a) - placeOf(b));
}

const VANISHED = 'the instance that worked on it vanished';

/** Items being worked on count as first ones, so that an organization gets a second only if others have none. */
function candidates(nowMs: RawBuilder<number>, kinds: readonly KindRoom[], limit: number, now: Date) {
  const isHeld = sql`case when lease_until > ${nowMs} then 1 else 0 end`;
  const perKind = (numberOf: (kind: KindRoom) => number) =>
    sql`case kind ${sql.join(
      kinds.map((kind) => sql`when ${kind.kind} then ${sql.lit(numberOf(kind))}`),
      sql` `,
    )} else 0 end`;
  return sql<Pick<Tables['due_work'], 'organization_id' | 'kind' | 'key'>>`
    select organization_id, kind, key from (
      select organization_id, kind, key, due_at, is_held, row_number() over (
        partition by kind, is_held order by place, random()
      ) as turn
      from (
        select organization_id, kind, key, due_at, ${isHeld} as is_held, row_number() over (
          partition by organization_id, kind order by ${isHeld} desc, due_at, key
        ) as place
        from due_work
        where state = 'due' and kind in (${sql.join(kinds.map(({ kind }) => kind))})
          and (${isDueAt(now)} or lease_until > ${nowMs})
      ) as placed
    ) as ranked
    where is_held = 0 and turn <= ${perKind(({ room }) => room)}
    order by turn + ${perKind(({ running }) => running)}, due_at, kind
    limit ${sql.lit(limit)}`;
}
