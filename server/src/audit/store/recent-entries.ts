import { sql } from 'kysely';
import type { Engine, Queries } from '../../database/engines/engine.ts';
import type { Tables } from '../../database/schema.ts';
import type { AuditEvent } from '../../domain/audit-entry.ts';
import { AUDIT_TIME_ROWS } from '../../lib/limits/audit-trail.ts';
import { ok, refuse } from '../../lib/result.ts';
import { append, lockHead } from './append.ts';
import { eventRow, partsOf } from './trail-row.ts';
import type { EntryBounds, RecentEntryStore, TooManyChanges } from './types.ts';

/** Limits entries that a person can add without changing the code host. */
export function createRecentEntries(engine: Engine): RecentEntryStore {
  const { db, read } = engine;
  return {
    async recordView(event, now, within) {
      const row = eventRow('event', event, now);
      // The person's changes share the subject but are no views.
      const recent = (from: Queries) => recentOf(from, engine, { event, within, now }).where('deed', '=', row.deed);
      const isSame = (one: Pick<typeof row, 'deed' | 'target_name' | 'facts_after'>) =>
        one.deed === row.deed && one.target_name === row.target_name && one.facts_after === row.facts_after;
      if ((await read(recent(db).compile())).some(isSame)) return 'known';
      return await engine.transaction(async (transaction) => {
        const head = await lockHead(transaction, event.organization.id);
        const entries = await recent(transaction).execute();
        if (entries.some(isSame)) return 'known';
        if (entries.length >= within.max) return 'full';
        await append(transaction, head, [row]);
        return 'written';
      });
    },
    intendWithin: (event, within, now) =>
      engine.transaction(async (transaction) => {
        const { id: organizationId } = event.organization;
        const head = await lockHead(transaction, organizationId);
        const tooMany = await tooManyChanges(transaction, engine, { event, within, now });
        if (tooMany !== null) return refuse(tooMany);
        const [number = 0] = await append(transaction, head, [eventRow('intent', event, now)]);
        return ok({ organizationId, number });
      }),
  };
}

interface Counted {
  readonly event: AuditEvent;
  readonly within: EntryBounds;
  readonly now: Date;
}

/** The caller holds the lock of the head, so concurrent requests cannot exceed the limit. */
export async function tooManyChanges(from: Queries, engine: Engine, counted: Counted): Promise<TooManyChanges | null> {
  const { within } = counted;
  const entries = await recentOf(from, engine, counted).where('deed', 'not in', VIEWS).execute();
  const oldest = entries.length < within.max ? undefined : entries.at(-1);
  return oldest === undefined ? null : { kind: 'too-many-changes', retryAt: new Date(oldest.at + within.withinMs) };
}

function recentOf(from: Queries, engine: Engine, { event, within: { withinMs, max }, now }: Counted) {
  const { id: organizationId } = event.organization;
  const [since, until] = [now.getTime() - withinMs, now.getTime() + withinMs];
  const through = (index: string) => engine.throughIndex?.(index) ?? sql``;
  // The rows of that time begin about here; no index has a subject with its time.
  const first = sql<number>`(select min(number) from (
    select number from audit_rows ${through('audit_rows_by_time')}
    where organization_id = ${organizationId} and at >= ${since} order by at, number limit ${sql.lit(AUDIT_TIME_ROWS)}
  ) as earliest)`;
  return (
    from
      .selectFrom(sql<Tables['audit_rows']>`audit_rows`.as<'entry'>(sql`entry ${through('audit_rows_by_person')}`))
      .select(['deed', 'at', 'target_name', 'facts_after'])
      .where('organization_id', '=', organizationId)
      .where('subject', '=', partsOf(event.action).subject)
      .where('number', '>=', first)
      // An event without an actor counts for nobody.
      .where('actor_id', '=', event.actor?.id ?? 0)
      .where('at', '>=', since)
      .where('at', '<', until)
      .orderBy('number', 'desc')
      .limit(max)
  );
}

/** Downloads, which `recordView` limits separately. */
const VIEWS = ['exported', 'downloaded'];
