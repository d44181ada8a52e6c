import { sql } from 'kysely';
import { AUDIT_JOINED_ROWS } from '../../../domain/limits/audit-trail.ts';
import type { Engine } from '../engines/engine.ts';
import type { Tables } from '../schema.ts';

export async function readJoined(
  { db, read, throughIndex }: Engine,
  organizationId: number,
): Promise<ReadonlyMap<number, Date>> {
  const through = throughIndex?.('audit_rows_by_subject') ?? sql``;
  const query = db
    .selectFrom(sql<Tables['audit_rows']>`audit_rows`.as<'entry'>(sql`entry ${through}`))
    .select(['target_id', 'deed', 'at'])
    .where('organization_id', '=', organizationId)
    .where('subject', '=', 'member')
    .where('kind', '=', 'event')
    .where('deed', 'in', ['added', 'removed'])
    .orderBy('number', 'desc')
    .limit(AUDIT_JOINED_ROWS);
  const last = new Map<number, Date | null>();
  for (const { target_id: id, deed, at } of await read(query.compile())) {
    if (id !== null && !last.has(id)) last.set(id, deed === 'added' ? new Date(at) : null);
  }
  return new Map([...last].flatMap(([id, at]) => (at === null ? [] : [[id, at]])));
}
