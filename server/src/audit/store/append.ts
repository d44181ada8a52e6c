import { createHash } from 'node:crypto';
import { AUDIT_NAME_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import { sql, type Transaction } from 'kysely';
import type { Engine, Queries } from '../../database/engines/engine.ts';
import { chunksOf, storableText } from '../../database/rows.ts';
import type { Tables } from '../../database/schema.ts';
import type { AuditEvent, AuditFacts } from '../../domain/audit-entry.ts';
import { AUDIT_LIST_MAX, AUDIT_TEXT_MAX_CHARACTERS, AUDIT_TIME_ROWS } from '../../lib/limits/audit.ts';
import { ok, refuse } from '../../lib/result.ts';
import type { AuditSettlement, EntryBounds, RecentEntryStore, TooManyChanges } from './types.ts';

export type TrailRow = Tables['audit_rows'];
export type NewTrailRow = Omit<TrailRow, 'organization_id' | 'number' | 'hash'>;

export const GENESIS = '0'.repeat(64);

/** docs/storage.md documents the field order, which never changes. */
export const hashOf = (before: string, row: Omit<TrailRow, 'hash'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        before,
        row.organization_id,
        row.number,
        row.kind,
        row.at,
        row.intent,
        row.outcome,
        row.message,
        row.organization_login,
        row.subject,
        row.deed,
        row.way,
        row.actor_id,
        row.actor_login,
        row.target_kind,
        row.target_id,
        row.target_name,
        row.facts_before,
        row.facts_after,
        row.request_id,
        row.delivery_id,
        row.body_hash,
        // Added later: rows without it have the hash that they always had.
        ...(row.carried_out_by === null ? [] : [row.carried_out_by]),
      ]),
    )
    .digest('hex');

export function partsOf(action: string): { readonly subject: string; readonly deed: string | null } {
  const dot = action.indexOf('.');
  return dot === -1 ? { subject: action, deed: null } : { subject: action.slice(0, dot), deed: action.slice(dot + 1) };
}

/** Changes ASCII letters only, like the indexes of both engines. */
export const asciiLower = (text: string): string => text.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());

export const eventRow = (
  kind: 'intent' | 'event',
  event: AuditEvent,
  now: Date,
  bodyHash: string | null = null,
): NewTrailRow => ({
  kind,
  at: now.getTime(),
  intent: null,
  outcome: null,
  message: null,
  organization_login: name(event.organization.login),
  ...partsOf(event.action),
  way: event.way,
  actor_id: event.actor?.id ?? null,
  actor_login: event.actor === null ? null : name(event.actor.login),
  target_kind: event.target?.kind ?? null,
  target_id: event.target?.id ?? null,
  target_name: event.target === null ? null : name(event.target.name),
  facts_before: factsText(event.before),
  facts_after: factsText(event.after),
  request_id: event.requestId === null ? null : name(event.requestId),
  delivery_id: event.deliveryId === null ? null : name(event.deliveryId),
  body_hash: bodyHash,
  carried_out_by: event.carriedOutBy ?? null,
});

const outcomeRow = ({ intent, outcome, message, after }: AuditSettlement, now: Date): NewTrailRow => ({
  kind: 'outcome',
  at: now.getTime(),
  intent: intent.number,
  outcome,
  message: message === null ? null : text(message),
  organization_login: null,
  subject: null,
  deed: null,
  way: null,
  actor_id: null,
  actor_login: null,
  target_kind: null,
  target_id: null,
  target_name: null,
  facts_before: null,
  facts_after: after === undefined ? null : factsText(after),
  request_id: null,
  delivery_id: null,
  body_hash: null,
  carried_out_by: null,
});

const name = (long: string): string => storableText(long.slice(0, AUDIT_NAME_MAX_CHARACTERS));
const text = (long: string): string => storableText(long.slice(0, AUDIT_TEXT_MAX_CHARACTERS));

const factsText = (facts: AuditFacts): string =>
  JSON.stringify(Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, bounded(value)])));

function bounded(value: AuditFacts[string]): AuditFacts[string] {
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return value;
  return value.slice(0, AUDIT_LIST_MAX).map((one) => (typeof one === 'string' ? name(one) : one));
}

export type Head = Tables['audit_heads'];

/** Must be the last lock that a transaction takes, but for a row of due work. */
export const lockHead = (transaction: Transaction<Tables>, organizationId: number): Promise<Head> =>
  transaction
    .insertInto('audit_heads')
    .values({
      organization_id: organizationId,
      first_number: 1,
      anchor: GENESIS,
      newest_number: 0,
      newest_hash: GENESIS,
    })
    // Changes nothing, but locks the row and returns it.
    .onConflict((conflict) =>
      conflict
        .column('organization_id')
        .doUpdateSet(({ ref }) => ({ organization_id: ref('excluded.organization_id') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

export async function append(
  transaction: Transaction<Tables>,
  head: Head,
  newRows: readonly NewTrailRow[],
): Promise<readonly number[]> {
  if (newRows.length === 0) return [];
  let { newest_number: number, newest_hash: hash } = head;
  const rows = newRows.map((newRow) => {
    number += 1;
    const row = { organization_id: head.organization_id, number, ...newRow };
    hash = hashOf(hash, row);
    return { ...row, hash };
  });
  for (const chunk of chunksOf(rows)) {
    await transaction
      .insertInto('audit_rows')
      .values([...chunk])
      .execute();
  }
  await transaction
    .updateTable('audit_heads')
    .set({ newest_number: number, newest_hash: hash })
    .where('organization_id', '=', head.organization_id)
    .execute();
  return rows.map((row) => row.number);
}

export async function appendEvent(
  transaction: Transaction<Tables>,
  kind: 'intent' | 'event',
  event: AuditEvent,
  now: Date,
): Promise<number | null> {
  const head = await lockHead(transaction, event.organization.id);
  const [number] = await append(transaction, head, [eventRow(kind, event, now)]);
  return number ?? null;
}

export async function settleOf(
  transaction: Transaction<Tables>,
  organizationId: number,
  settlements: readonly AuditSettlement[],
  now: Date,
): Promise<void> {
  const head = await lockHead(transaction, organizationId);
  const settled = new Set<number>();
  for (const chunk of chunksOf(settlements.map(({ intent }) => intent.number))) {
    const settledRows = await transaction
      .selectFrom('audit_rows')
      .select('intent')
      .where('organization_id', '=', organizationId)
      .where('intent', 'in', chunk)
      .execute();
    for (const { intent } of settledRows) if (intent !== null) settled.add(intent);
  }
  const rows = settlements.flatMap((settlement) => {
    const { number } = settlement.intent;
    if (settled.has(number) || number < head.first_number || number > head.newest_number) return [];
    settled.add(number);
    return [outcomeRow(settlement, now)];
  });
  await append(transaction, head, rows);
}

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

export async function headOf({ db, read }: Engine, organizationId: number): Promise<Head | null> {
  const query = db.selectFrom('audit_heads').selectAll().where('organization_id', '=', organizationId);
  return (await read(query.compile()))[0] ?? null;
}

/** Removing old rows may cause a false fault, so such a check is made again. */
export async function checkWhileExpiring<T>(
  engine: Engine,
  organizationId: number,
  { check, isFault }: { readonly check: () => Promise<T>; readonly isFault: (result: T) => boolean },
): Promise<T> {
  let before = await headOf(engine, organizationId);
  for (;;) {
    const result = await check();
    if (!isFault(result)) return result;
    const now = await headOf(engine, organizationId);
    if (now?.first_number === before?.first_number) return result;
    before = now;
  }
}
