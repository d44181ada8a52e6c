import { type AliasedRawBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { AUDIT_UNDER_WAY_MS } from '../../../domain/limits/audit-trail.ts';
import type { AuditFacts, AuditRecord, AuditSelection } from '../../../ports/storage/audit-trail.ts';
import { dateOrNull } from '../columns.ts';
import type { Engine } from '../engines/engine.ts';
import type { Tables } from '../schema.ts';
import { asciiLower, partsOf, type TrailRow } from './trail-row.ts';

/** Entries with what became of them, the newest first. */
export async function readTrail(
  { db, read, throughIndex }: Engine,
  selection: AuditSelection,
  now: Date,
): Promise<readonly AuditRecord[]> {
  const { organizationId, actor, target, action, outcome, way, since, until, before, limit } = selection;
  const underWaySince = now.getTime() - AUDIT_UNDER_WAY_MS;
  const { subject, deed } = partsOf(action ?? '');
  // Few are: their outcomes have an index, in the order of the entries.
  const byOutcome = outcome === 'refused';
  const place = byOutcome ? ('settled.intent' as const) : ('entry.number' as const);
  const rows = rowsThrough(throughIndex);

  const query = db
    .selectFrom(rows('entry', byOutcome ? null : indexFor(selection)))
    .leftJoin(rows('settled', byOutcome ? 'audit_rows_by_outcome' : null), (join) =>
      join.onRef('settled.organization_id', '=', 'entry.organization_id').onRef('settled.intent', '=', 'entry.number'),
    )
    .selectAll('entry')
    .select([
      'settled.at as settled_at',
      'settled.outcome as settled_outcome',
      'settled.words as settled_words',
      'settled.facts_after as settled_after',
    ])
    .where('entry.organization_id', '=', organizationId)
    .where('entry.kind', '<>', 'outcome')
    .$if(actor !== undefined, (query) => query.where(sql`lower(entry.actor_login)`, '=', asciiLower(actor ?? '')))
    .$if(target !== undefined, (query) => query.where(sql`lower(entry.target_name)`, '=', asciiLower(target ?? '')))
    .$if(action !== undefined, (query) => query.where('entry.subject', '=', subject))
    .$if(deed !== null, (query) => query.where('entry.deed', '=', deed))
    .$if(way !== undefined, (query) => query.where('entry.way', '=', way ?? null))
    .$if(since !== undefined, (query) => query.where('entry.at', '>=', since?.getTime() ?? 0))
    .$if(until !== undefined, (query) => query.where('entry.at', '<', until?.getTime() ?? 0))
    .$if(before !== undefined, (query) => query.where(place, '<', before ?? 0))
    .$if(byOutcome, (query) =>
      query
        .where('settled.organization_id', '=', organizationId)
        .where('settled.outcome', '=', 'refused')
        .where('settled.intent', 'is not', null),
    )
    // Entries follow each other in time, but for clocks that differ: their numbers bound what has to be looked at.
    .$if(throughIndex !== null && since !== undefined, (query) =>
      query.where('entry.number', '>=', numberWithin(throughIndex, selection, 'min')),
    )
    .$if(throughIndex !== null && until !== undefined && before === undefined, (query) =>
      query.where('entry.number', '<=', numberWithin(throughIndex, selection, 'max')),
    )
    .$if(outcome === 'done', (query) => query.where(sql<SqlBool>`(entry.kind = 'event' or settled.outcome = 'done')`))
    .$if(outcome === 'unknown', (query) =>
      query.where(
        sql<SqlBool>`(entry.kind = 'intent' and (settled.outcome = 'unknown'
          or (settled.number is null and entry.at < ${underWaySince})))`,
      ),
    )
    .$if(outcome === 'under-way', (query) =>
      query
        .where('entry.kind', '=', 'intent')
        .where('settled.number', 'is', null)
        .where(
          sql<SqlBool>`entry.number in (
          select late.number from audit_rows as late
          where late.organization_id = ${organizationId} and late.at >= ${underWaySince}
        )`,
        ),
    )
    .orderBy(place, 'desc')
    .limit(limit);
  return (await read(query.compile())).map((row) => recordFrom(row, underWaySince));
}

type Rows = Tables['audit_rows'];

/** Rows under a name of their own, read through an index where the database does not choose by itself. */
export const rowsThrough =
  (throughIndex: Engine['throughIndex']) =>
  <Alias extends string>(alias: Alias, index: string | null): AliasedRawBuilder<Rows, Alias> =>
    sql<Rows>`audit_rows`.as<Alias>(
      index === null || throughIndex === null ? sql`${sql.ref(alias)}` : sql`${sql.ref(alias)} ${throughIndex(index)}`,
    );

/** The lowest or highest number of the rows of that time. */
function numberWithin(
  throughIndex: Engine['throughIndex'],
  { organizationId, since, until }: AuditSelection,
  end: 'min' | 'max',
): RawBuilder<number> {
  const [from, to] = [since?.getTime() ?? Number.MIN_SAFE_INTEGER, until?.getTime() ?? Number.MAX_SAFE_INTEGER];
  // Of the bare column, it would go through the rows by number until one fits.
  return sql<number>`(select ${sql.raw(end)}(number + 0) from audit_rows ${throughIndex?.('audit_rows_by_time') ?? sql``}
    where organization_id = ${organizationId} and at >= ${from} and at < ${to})`;
}

/** The index that leaves the fewest entries; null for all of a trail. */
function indexFor({ actor, target, action, outcome }: AuditSelection): string | null {
  if (outcome === 'under-way') return null;
  if (target !== undefined) return 'audit_rows_by_target';
  if (actor !== undefined) return 'audit_rows_by_actor';
  return action === undefined ? null : 'audit_rows_by_subject';
}

function recordFrom(
  row: TrailRow & {
    readonly settled_at: number | null;
    readonly settled_outcome: TrailRow['outcome'];
    readonly settled_words: string | null;
    readonly settled_after: string | null;
  },
  underWaySince: number,
): AuditRecord {
  const withoutOutcome = row.kind === 'event' ? 'done' : row.at < underWaySince ? 'unknown' : 'under-way';
  return {
    number: row.number,
    at: new Date(row.at),
    settledAt: dateOrNull(row.settled_at),
    outcome: row.settled_outcome ?? withoutOutcome,
    words: row.settled_words,
    organization: { id: row.organization_id, login: row.organization_login ?? '' },
    action: row.deed === null ? (row.subject ?? '') : `${row.subject}.${row.deed}`,
    way: row.way ?? 'api',
    actor: row.actor_id === null ? null : { id: row.actor_id, login: row.actor_login ?? '' },
    target: row.target_kind === null ? null : { kind: row.target_kind, id: row.target_id, name: row.target_name ?? '' },
    before: factsFrom(row.facts_before),
    after: { ...factsFrom(row.facts_after), ...factsFrom(row.settled_after) },
    requestId: row.request_id,
    deliveryId: row.delivery_id,
  };
}

/** A text that was changed by hand into something else is left out here, and found by `verify`. */
function factsFrom(text: string | null): AuditFacts {
  try {
    const facts: unknown = JSON.parse(text ?? '{}');
    return typeof facts === 'object' && facts !== null && !Array.isArray(facts) ? (facts as AuditFacts) : {};
  } catch {
    return {};
  }
}
