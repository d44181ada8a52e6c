import { type SqlBool, sql } from 'kysely';
import { AUDIT_UNDER_WAY_MS } from '../../../domain/limits/audit-trail.ts';
import type { AuditFacts, AuditRecord, AuditSelection } from '../../../ports/storage/audit-trail.ts';
import type { Engine } from '../engines/engine.ts';
import { dateOrNull } from '../rows/columns.ts';
import { asciiLower, partsOf, type TrailRow } from './trail-row.ts';

/** The `+` disables indexes: each entry is found by its number. */
const AT = sql<number>`+entry.at`;

export async function readEntries(
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
      'settled.words as settled_words',
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
  readonly settled_words: string | null;
  readonly settled_after: string | null;
};

const CHARACTERS_AROUND = 300;
const charactersOf = (row: EntryRow): number =>
  [row.facts_before, row.facts_after, row.words, row.settled_words, row.target_name].reduce(
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

/** Ignores text that was changed by hand; `verify` reports it. */
function factsFrom(text: string | null): AuditFacts {
  try {
    const facts: unknown = JSON.parse(text ?? '{}');
    return typeof facts === 'object' && facts !== null && !Array.isArray(facts) ? (facts as AuditFacts) : {};
  } catch {
    return {};
  }
}
