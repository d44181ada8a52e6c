import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../../database/engines/engine.ts';
import type { Tables } from '../../database/schema.ts';
import type { WorkId } from '../../domain/job.ts';
import {
  WORK_CLOCKS_DIFFER_MS,
  WORK_OF_ONE_AT_ONCE,
  WORK_RETRY_CLOCKS_DIFFER_MS,
  WORK_SLOW_OF_PERSON_AT_ONCE,
} from '../../lib/limits/jobs.ts';

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
export async function claim(engine: Engine, request: Claim, now: Date): Promise<readonly ClaimedWork[]> {
  const { db, read, nowMs, lockRows } = engine;
  const { holder, kinds, leaseMs } = request;
  if ((request.limit <= 0 && (request.slowLimit ?? 0) <= 0) || kinds.length === 0) return [];
  const found = await read(candidates(nowMs, request, now).compile(db));
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
      .returning(['organization_id', 'kind', 'key', 'attempts', 'version', 'request_id', 'is_slow'])
      .execute(),
  );
  const order = new Map(ids.map((id, index) => [JSON.stringify(Object.values(id)), index]));
  const indexOf = ({ organizationId, kind, key }: WorkId) =>
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
      isSlow: row.is_slow === 1,
    }))
    .sort((a, b) => indexOf(a) - indexOf(b));
}

const VANISHED = 'the instance that worked on it vanished';

/**
 * Items being worked on count as first ones, so that a person or an organization gets a second only if others have none,
 * and none beyond its share. What a person's share leaves out takes nothing of its organization's share.
 */
function candidates(
  nowMs: RawBuilder<number>,
  { kinds, limit, slowLimit = 0 }: Omit<Claim, 'holder' | 'leaseMs'>,
  now: Date,
) {
  const isHeld = sql`case when lease_until > ${nowMs} then 1 else 0 end`;
  const perKind = (numberOf: (kind: KindRoom) => number) =>
    sql`case kind ${sql.join(
      kinds.map((kind) => sql`when ${kind.kind} then ${sql.lit(numberOf(kind))}`),
      sql` `,
    )} else 0 end`;
  const bySlow = (slow: number, other: number) =>
    sql`case when is_slow = 1 then ${sql.lit(slow)} else ${sql.lit(other)} end`;
  /** The service itself is nobody, and waits for nobody. */
  const rankOf = (owner: RawBuilder<unknown>, others: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
    sql`case when ${owner} = 0 then 1 else row_number() over (
      partition by ${owner}, is_slow${others} order by is_held desc, ${order}, due_at, key
    ) end`;
  const [person, organization] = [sql.ref('person_id'), sql.ref('organization_id')];
  return sql<Pick<Tables['due_work'], 'organization_id' | 'kind' | 'key'>>`
    with present as (
      select organization_id, kind, key, due_at, is_slow, person_id, ${isHeld} as is_held
      from due_work
      where state = 'due'
        and (lease_until > ${nowMs} or kind in (${sql.join(kinds.map(({ kind }) => kind))}) and ${isDueAt(now)})
    ), of_persons as (
      select *, ${rankOf(person, sql`, kind`, sql`is_held`)} as rank_of_person from present
    ), counted as (
      select *, ${rankOf(person, sql``, sql`rank_of_person`)} as nth_of_person from of_persons
    ), possible as (
      select * from counted
      where is_held = 1 or nth_of_person <= ${bySlow(WORK_SLOW_OF_PERSON_AT_ONCE, WORK_OF_ONE_AT_ONCE)}
    ), of_organizations as (
      select *, ${rankOf(organization, sql`, kind`, sql`rank_of_person`)} as rank_in_organization from possible
    ), shared as (
      select *, ${rankOf(organization, sql``, sql`rank_in_organization`)} as nth_in_organization from of_organizations
    ), ranked as (
      select *, row_number() over (
        partition by kind, is_held, is_slow
        order by case when rank_of_person > rank_in_organization then rank_of_person else rank_in_organization end,
          random()
      ) as turn
      from shared
      where is_held = 1 or nth_in_organization <= ${sql.lit(WORK_OF_ONE_AT_ONCE)}
    ), chosen as (
      select *, row_number() over (
        partition by is_slow order by turn + ${perKind(({ running }) => running)}, due_at, kind
      ) as nth
      from ranked
      where is_held = 0 and turn <= case when is_slow = 1 then ${perKind(({ slowRoom = 0 }) => slowRoom)}
        else ${perKind(({ room }) => room)} end
    )
    select organization_id, kind, key from chosen
    where nth <= ${bySlow(Math.max(0, slowLimit), Math.max(0, limit))}
    order by is_slow, nth`;
}

export interface ClaimedWork extends WorkId {
  readonly holder: string;
  /** Failures in a row, including those of instances that vanished. */
  readonly attempts: number;
  /** Grows each time it is added or started anew. */
  readonly version: number;
  readonly requestId: string | null;
  /** Its last step was slow, or this one is. */
  readonly isSlow: boolean;
}

interface KindRoom {
  readonly kind: string;
  readonly room: number;
  readonly running: number;
  /** For items whose last step was slow. Default: none. */
  readonly slowRoom?: number;
}

export interface Claim {
  readonly holder: string;
  readonly kinds: readonly KindRoom[];
  readonly limit: number;
  /** Default: none. */
  readonly slowLimit?: number;
  readonly leaseMs: number;
}
