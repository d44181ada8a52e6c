import { sql } from 'kysely';
import type { Engine, Queries } from '../../database/engines/engine.ts';
import type { Tables } from '../../database/schema.ts';
import { AUDIT_SPAN_ROWS } from '../../lib/limits/audit.ts';
import { emptyRange, joinRanges, type LeafRange, leavesFrom, lostLeaves, parseRange, rangeText } from '../heads.ts';

interface HeadTimes {
  readonly signed_at: number | null;
  readonly oldest_unsigned_at: number | null;
}

/** Null for audit logs without a signed head, and for heads of all rows. */
export interface TimesOfHeads {
  readonly signedAt: Date | null;
  readonly oldestUnsignedAt: Date | null;
}

export async function readHeadTimes({ db, read }: Pick<Engine, 'db' | 'read'>): Promise<TimesOfHeads> {
  const query = sql<HeadTimes>`
    select max(signed.signed_at) as signed_at, min(unsigned_row.at) as oldest_unsigned_at
    from audit_heads as head
    left join audit_tree as signed on signed.organization_id = head.organization_id and signed.size = (
      select tree.size from audit_tree as tree
      where tree.organization_id = head.organization_id and tree.note is not null order by tree.size desc limit 1
    )
    left join audit_rows as unsigned_row on unsigned_row.organization_id = head.organization_id and unsigned_row.number =
      case when coalesce(signed.size, 0) < head.first_number then head.first_number else signed.size + 1 end`;
  const [times] = await read(query.compile(db));
  return { signedAt: dateOf(times?.signed_at), oldestUnsignedAt: dateOf(times?.oldest_unsigned_at) };
}

const dateOf = (ms: number | null | undefined): Date | null => (ms == null ? null : new Date(Number(ms)));

export type TreeRecord = Tables['audit_tree'];

export interface Tree {
  readonly since: number;
  readonly size: number;
  readonly span: LeafRange;
  readonly whole: LeafRange;
}

export const EMPTY_TREE: Tree = { since: 0, size: 0, span: emptyRange(0), whole: emptyRange(0) };

/** Null if the stored hashes do not fit the sizes. */
export function treeOf({ since, size, span, tree }: Pick<TreeRecord, 'since' | 'size' | 'span' | 'tree'>): Tree | null {
  const [own, whole] = [parseRange(since, size, span), parseRange(0, size, tree)];
  return own === null || whole === null ? null : { since, size, span: own, whole };
}

const treeAfter = ({ size, whole }: Tree, span: LeafRange): Tree => ({
  since: size,
  size: span.to,
  span,
  whole: joinRanges(whole, span),
});

/** Rows that were removed before a tree covered them count as empty leaves. */
export const withLostRows = (tree: Tree, first: number): Tree =>
  tree.size < first - 1 ? treeAfter(tree, lostLeaves(tree.size, first - 1)) : tree;

export const rowsToBoundary = ({ size }: Tree): number => AUDIT_SPAN_ROWS - (size % AUDIT_SPAN_ROWS);

/** The hex hashes are those of the rows with the numbers from `size + 1` on. */
export const withRows = (tree: Tree, hashes: readonly string[]): Tree =>
  treeAfter(
    tree,
    leavesFrom(
      tree.size,
      hashes.map((hash) => Buffer.from(hash, 'hex')),
    ),
  );

/** Returns false if another record covers the range. */
export async function addTree(
  db: Queries,
  organizationId: number,
  { since, size, span, whole }: Tree,
): Promise<boolean> {
  if (size === since) return true;
  const { numInsertedOrUpdatedRows: added } = await db
    .insertInto('audit_tree')
    .values({
      organization_id: organizationId,
      since,
      size,
      span: rangeText(span),
      tree: rangeText(whole),
      note: null,
      key_id: null,
      signed_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(added) === 1;
}

export const newestRecords = (db: Queries, organizationId: number) =>
  db.selectFrom('audit_tree').selectAll().where('organization_id', '=', organizationId).orderBy('size', 'desc');

/** Null if the records do not lead from one to the other. */
export async function spanBetween(
  { db, read }: Engine,
  organizationId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<LeafRange | null> {
  const records = await read(
    db
      .selectFrom('audit_tree')
      .select(['since', 'size', 'span'])
      .where('organization_id', '=', organizationId)
      .where('since', '>=', from)
      .where('size', '<=', to)
      .orderBy('size')
      .compile(),
  );
  const spans: LeafRange[] = [];
  let position = from;
  for (const { since, size, span } of records) {
    const range = since === position ? parseRange(since, size, span) : null;
    if (range === null) return null;
    spans.push(range);
    position = size;
  }
  return position === to ? joinRanges(emptyRange(from), ...spans) : null;
}

/** Null if one is missing. */
export async function rowHashes(
  { db, read }: Engine,
  organizationId: number,
  { after, to }: { readonly after: number; readonly to: number },
): Promise<readonly string[] | null> {
  const rows = await read(
    db
      .selectFrom('audit_rows')
      .select(sql<string>`hash`.as('hash'))
      .where('organization_id', '=', organizationId)
      .where('number', '>', after)
      .where('number', '<=', to)
      .orderBy('number')
      .compile(),
  );
  return rows.length === to - after ? rows.map(({ hash }) => hash) : null;
}
