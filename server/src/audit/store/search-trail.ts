import { setImmediate as othersRun } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../../database/engines/engine.ts';
import { dateOrNull } from '../../database/rows.ts';
import type { AuditFacts } from '../../domain/audit-entry.ts';
import { AUDIT_STEP_ROWS, AUDIT_TIME_ROWS, AUDIT_UNDER_WAY_MS } from '../../lib/limits/audit.ts';
import { asciiLower, partsOf, type TrailRow } from './append.ts';
import type { AuditRecord, AuditSelection, AuditStep } from './types.ts';

export async function searchTrail(
  engine: Engine,
  selection: AuditSelection,
  now: Date,
  scanMax: number,
): Promise<AuditStep> {
  const found = await engine.read(candidatesOf(engine, selection, scanMax).compile(engine.db));
  const numbers = found.map(({ number }) => Number(number));
  const { entries, characters } = await readEntries(engine, selection, numbers, now);
  const isFull = entries.length === selection.limit;
  const last = isFull ? entries.at(-1)?.number : numbers[scanMax - 1];
  return { entries, next: last ?? null, characters };
}

export async function readTrail(engine: Engine, selection: AuditSelection, now: Date): Promise<readonly AuditRecord[]> {
  const entries: AuditRecord[] = [];
  let before = selection.before ?? null;
  do {
    const limit = Math.min(selection.limit - entries.length, AUDIT_STEP_ROWS);
    const part = { ...selection, limit, before: before ?? undefined };
    const step = await searchTrail(engine, part, now, AUDIT_STEP_ROWS);
    entries.push(...step.entries);
    before = step.next;
    if (before !== null) await othersRun();
  } while (before !== null && entries.length < selection.limit);
  return entries;
}

type Numbers = RawBuilder<{ readonly number: number }>;

function candidatesOf(engine: Engine, selection: AuditSelection, scanMax: number): Numbers {
  const { organizationId, actor, target, action, outcome, way } = selection;
  const within = rangeCondition(engine, selection);
  const limited = sql`limit ${sql.lit(scanMax)}`;
  const settled = (
    as: string,
  ) => sql`select intent as number from audit_rows ${through(engine, 'audit_rows_by_outcome')}
    where organization_id = ${organizationId} and outcome = ${as} and intent is not null
      and ${within(sql`intent`)} order by intent desc ${limited}`;
  const open = sql`select number from audit_open_intents
    where organization_id = ${organizationId} and ${within(sql`number`)} order by number desc ${limited}`;
  if (outcome === 'refused') return sql`${settled('refused')}`;
  if (outcome === 'under-way') return sql`${open}`;
  if (outcome === 'unknown') {
    return sql`select number from (select * from (${settled('unknown')}) as settled
      union select * from (${open}) as unsettled) as both_kinds order by number desc ${limited}`;
  }

  const { subject, deed } = partsOf(action ?? '');
  const by = (index: string | null, condition: RawBuilder<unknown>): Numbers =>
    sql`select number from audit_rows ${index === null ? sql`` : through(engine, index)}
      where organization_id = ${organizationId} and ${condition} and ${within(sql`number`)}
      order by number desc ${limited}`;
  if (target !== undefined) return by('audit_rows_by_target', sql`lower(target_name) = ${asciiLower(target)}`);
  if (actor !== undefined) return by('audit_rows_by_actor', sql`lower(actor_login) = ${asciiLower(actor)}`);
  if (deed !== null) return by('audit_rows_by_action', sql`subject = ${subject} and deed = ${deed}`);
  if (action !== undefined) return by('audit_rows_by_subject', sql`subject = ${subject}`);
  if (way !== undefined) return by('audit_rows_by_way', sql`way = ${way}`);
  return by(null, sql`number > 0`);
}

const through = ({ throughIndex }: Engine, index: string): RawBuilder<unknown> => throughIndex?.(index) ?? sql``;

function rangeCondition(
  engine: Engine,
  { organizationId, since, until, before }: AuditSelection,
): (number: RawBuilder<unknown>) => RawBuilder<unknown> {
  const byTime = sql`audit_rows ${through(engine, 'audit_rows_by_time')} where organization_id = ${organizationId}`;
  const rows = sql.lit(AUDIT_TIME_ROWS);
  // Row order follows time except for clock differences, so several rows decide.
  const first =
    since === undefined
      ? null
      : sql`(select min(number) from (
          select number from ${byTime} and at >= ${since.getTime()} order by at, number limit ${rows}
        ) as earliest)`;
  const last =
    until === undefined || before !== undefined
      ? null
      : sql`(select max(number) from (
          select number from ${byTime} and at < ${until.getTime()} order by at desc, number desc limit ${rows}
        ) as latest)`;
  return (number) =>
    sql.join(
      [
        sql`${number} < ${before ?? Number.MAX_SAFE_INTEGER}`,
        ...(first === null ? [] : [sql`${number} >= ${first}`]),
        ...(last === null ? [] : [sql`${number} <= ${last}`]),
      ],
      sql` and `,
    );
}

/** The `+` disables indexes: each entry is found by its number. */
const AT = sql<number>`+entry.at`;

async function readEntries(
  { db, read, isAmong, numberList }: Engine,
  selection: AuditSelection,
  numbers: readonly number[],
  now: Date,
): Promise<{ readonly entries: readonly AuditRecord[]; readonly characters: number }> {
  if (numbers.length === 0) return { entries: [], characters: 0 };
  const { organizationId, actor, target, action, outcome, way, since, until, limit } = selection;
  const underWaySince = now.getTime() - AUDIT_UNDER_WAY_MS;
  const { subject, deed } = partsOf(action ?? '');
  const query = db
    .selectFrom('audit_rows as entry')
    .leftJoin('audit_rows as settled', (join) =>
      join.onRef('settled.organization_id', '=', 'entry.organization_id').onRef('settled.intent', '=', 'entry.number'),
    )
    .selectAll('entry')
    .select([
      'settled.at as settled_at',
      'settled.outcome as settled_outcome',
      'settled.message as settled_message',
      'settled.facts_after as settled_after',
    ])
    .where(isAmong('entry.number'))
    .where('entry.organization_id', '=', organizationId)
    .where('entry.kind', '<>', 'outcome')
    .$if(actor !== undefined, (query) => query.where(sql`lower(entry.actor_login)`, '=', asciiLower(actor ?? '')))
    .$if(target !== undefined, (query) => query.where(sql`lower(entry.target_name)`, '=', asciiLower(target ?? '')))
    .$if(action !== undefined, (query) => query.where('entry.subject', '=', subject))
    .$if(deed !== null, (query) => query.where('entry.deed', '=', deed))
    .$if(way !== undefined, (query) => query.where('entry.way', '=', way ?? null))
    .$if(since !== undefined, (query) => query.where(AT, '>=', since?.getTime() ?? 0))
    .$if(until !== undefined, (query) => query.where(AT, '<', until?.getTime() ?? 0))
    .$if(outcome === 'done', (query) => query.where(sql<SqlBool>`(entry.kind = 'event' or settled.outcome = 'done')`))
    .$if(outcome === 'refused', (query) => query.where(sql`coalesce(settled.outcome, '')`, '=', 'refused'))
    .$if(outcome === 'unknown', (query) =>
      query.where(
        sql<SqlBool>`(entry.kind = 'intent' and (settled.outcome = 'unknown'
          or (settled.number is null and entry.at < ${underWaySince})))`,
      ),
    )
    .$if(outcome === 'under-way', (query) =>
      query.where('entry.kind', '=', 'intent').where('settled.number', 'is', null).where(AT, '>=', underWaySince),
    )
    .orderBy('entry.number', 'desc')
    .limit(limit);
  const compiled = query.compile();
  // The list of `isAmong` is the first parameter.
  const parameters = [numberList(numbers), ...compiled.parameters.slice(1)];
  const rows = await read<EntryRow>({ ...compiled, parameters });
  return {
    entries: rows.map((row) => recordFrom(row, underWaySince)),
    characters: rows.reduce((sum, row) => sum + charactersOf(row), 0),
  };
}

type EntryRow = TrailRow & {
  readonly settled_at: number | null;
  readonly settled_outcome: TrailRow['outcome'];
  readonly settled_message: string | null;
  readonly settled_after: string | null;
};

const CHARACTERS_AROUND = 300;
const charactersOf = (row: EntryRow): number =>
  [row.facts_before, row.facts_after, row.message, row.settled_message, row.target_name].reduce(
    (sum, text) => sum + (text?.length ?? 0),
    CHARACTERS_AROUND,
  );

function recordFrom(row: EntryRow, underWaySince: number): AuditRecord {
  const withoutOutcome = row.kind === 'event' ? 'done' : row.at < underWaySince ? 'unknown' : 'under-way';
  return {
    number: row.number,
    at: new Date(row.at),
    settledAt: dateOrNull(row.settled_at),
    outcome: row.settled_outcome ?? withoutOutcome,
    message: row.settled_message,
    organization: { id: row.organization_id, login: row.organization_login ?? '' },
    action: row.deed === null ? (row.subject ?? '') : `${row.subject}.${row.deed}`,
    way: row.way ?? 'api',
    actor: row.actor_id === null ? null : { id: row.actor_id, login: row.actor_login ?? '' },
    target: row.target_kind === null ? null : { kind: row.target_kind, id: row.target_id, name: row.target_name ?? '' },
    before: factsFrom(row.facts_before),
    after: { ...factsFrom(row.facts_after), ...factsFrom(row.settled_after) },
    requestId: row.request_id,
    carriedOutBy: row.carried_out_by,
    deliveryId: row.delivery_id,
  };
}

/** Ignores text that was changed by hand; `verify` reports it. */
function factsFrom(text: string | null): AuditFacts {
  try {
    const facts: unknown = JSON.parse(text ?? '{}');
    return typeof facts === 'object' && facts !== null && !Array.isArray(facts) ? (facts as AuditFacts) : {};
  } catch {
    return {};
  }
}
