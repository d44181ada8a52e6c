import { type Kysely, sql } from 'kysely';
import { AUDIT_TIME_ROWS } from '../../../domain/limits/audit-trail.ts';
import type { AuditEvent, AuditTrailStore, RecentEntries } from '../../../ports/storage/audit-trail.ts';
import type { Engine } from '../engines/engine.ts';
import type { Tables } from '../schema.ts';
import { append, lockHead } from './append.ts';
import { eventRow, partsOf } from './trail-row.ts';

type Recent = Pick<AuditTrailStore, 'recordView' | 'fitsAt'>;

/** Limits entries that a person can add without changing the code host. */
export function createRecentEntries(engine: Engine): Recent {
  const { db, read } = engine;

  const recentOf = (
    from: Kysely<Tables>,
    organizationId: number,
    { actorId, subject, withinMs, max }: RecentEntries,
    now: Date,
  ) => {
    const [since, until] = [now.getTime() - withinMs, now.getTime() + withinMs];
    const through = (index: string) => engine.throughIndex?.(index) ?? sql``;
    // No index combines subject and time, so this approximates the first row.
    const first = sql<number>`(select min(number) from (
      select number from audit_rows ${through('audit_rows_by_time')}
      where organization_id = ${organizationId} and at >= ${since} order by at, number limit ${sql.lit(AUDIT_TIME_ROWS)}
    ) as earliest)`;
    return from
      .selectFrom(sql<Tables['audit_rows']>`audit_rows`.as<'entry'>(sql`entry ${through('audit_rows_by_subject')}`))
      .select(['deed', 'at', 'target_name', 'facts_after'])
      .where('organization_id', '=', organizationId)
      .where('subject', '=', subject)
      .where('number', '>=', first)
      .where('actor_id', '=', actorId)
      .where('at', '>=', since)
      .where('at', '<', until)
      .orderBy('number', 'desc')
      .limit(max);
  };

  return {
    async recordView(event, now, { withinMs, max }) {
      const row = eventRow('event', event, now);
      // The person's changes share the subject but are no views.
      const recent = (from: Kysely<Tables>) =>
        recentOf(from, event.organization.id, { ...personOf(event), withinMs, max }, now).where('deed', '=', row.deed);
      const isSame = (one: Pick<typeof row, 'deed' | 'target_name' | 'facts_after'>) =>
        one.deed === row.deed && one.target_name === row.target_name && one.facts_after === row.facts_after;
      if ((await read(recent(db).compile())).some(isSame)) return 'known';
      return await db.transaction().execute(async (transaction) => {
        const head = await lockHead(transaction, event.organization.id);
        const entries = await recent(transaction).execute();
        if (entries.some(isSame)) return 'known';
        if (entries.length >= max) return 'full';
        await append(transaction, head, [row]);
        return 'written';
      });
    },
    async fitsAt(organizationId, bounds, now) {
      const entries = await read(recentOf(db, organizationId, bounds, now).compile());
      const oldest = entries.length < bounds.max ? undefined : entries.at(-1);
      return oldest === undefined ? null : new Date(oldest.at + bounds.withinMs);
    },
  };
}

/** An event without an actor gets 0, which matches nobody. */
const personOf = ({ actor, action }: AuditEvent) => ({ actorId: actor?.id ?? 0, subject: partsOf(action).subject });
