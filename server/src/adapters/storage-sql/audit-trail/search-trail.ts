import { setImmediate as othersRun } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { AUDIT_STEP_ROWS, AUDIT_TIME_ROWS } from '../../../domain/limits/audit-trail.ts';
import type { AuditRecord, AuditSelection, AuditStep } from '../../../ports/storage/audit-trail.ts';
import type { Engine } from '../engines/engine.ts';
import { readEntries } from './read-entries.ts';
import { asciiLower, partsOf } from './trail-row.ts';

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
