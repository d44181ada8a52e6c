import { isSignedBy, parseCheckpoint } from '@orgdesk/contract/checkpoint';
import { ok, type Result, refuse } from '../../../../domain/result.ts';
import type { AuditTreeHead, AuditTreeRefusal } from '../../../../ports/audit-heads.ts';
import { joinRanges, rangeText, rootOf } from '../../../../security/audit-heads/merkle.ts';
import type { Engine } from '../../engines/engine.ts';
import type { Head } from '../append.ts';
import { verifiedHashes } from '../verify-trail.ts';
import { checkWhileExpiring, headOf } from '../while-expiring.ts';
import {
  addTree,
  EMPTY_TREE,
  newestRecords,
  rowHashes,
  rowsToBoundary,
  spanBetween,
  type Tree,
  type TreeRecord,
  treeOf,
  withLostRows,
  withRows,
} from './tree-records.ts';

export const growTree = (engine: Engine, organizationId: number): Promise<Result<AuditTreeHead, AuditTreeRefusal>> =>
  checkWhileExpiring(engine, organizationId, {
    check: () => grow(engine, organizationId),
    isFault: ({ ok: isGrown }) => !isGrown,
  });

async function grow(engine: Engine, organizationId: number): Promise<Result<AuditTreeHead, AuditTreeRefusal>> {
  const { db, read } = engine;
  const [newest] = await read(newestRecords(db, organizationId).limit(1).compile());
  const head = await headOf(engine, organizationId);
  if (head === null || head.newest_number < (newest?.size ?? 0)) return refuse('shorter');
  const stored = newest === undefined ? EMPTY_TREE : treeOf(newest);
  if (stored === null || !(await keepsRows(engine, head, stored))) return refuse('changed');
  if (newest !== undefined && !(await followsSignedHead(engine, newest, stored))) return refuse('changed');

  let tree = withLostRows(stored, head.first_number);
  if (tree !== stored && !(await addTree(db, organizationId, tree))) return refuse('busy');
  const before = { number: tree.size, hash: await hashAt(engine, head, tree.size) };
  let waiting: readonly string[] = [];
  const add = async (count: number): Promise<boolean> => {
    tree = withRows(tree, waiting.slice(0, count));
    waiting = waiting.slice(count);
    return addTree(db, organizationId, tree);
  };
  for await (const page of verifiedHashes(engine, organizationId, before, head.newest_number)) {
    if (!page.ok) return refuse('changed');
    waiting = [...waiting, ...page.value];
    for (;;) {
      const count = rowsToBoundary(tree);
      if (waiting.length < count) break;
      if (!(await add(count))) return refuse('busy');
    }
  }
  if (!(await add(waiting.length))) return refuse('busy');
  return tree.size < head.newest_number
    ? refuse('shorter')
    : ok({ organizationId, size: tree.size, root: rootOf(tree.whole) });
}

/** Expired rows cannot be compared. */
export async function keepsRows(engine: Engine, head: Head, { since, size, span, whole }: Tree): Promise<boolean> {
  const { organization_id: organizationId, first_number: first } = head;
  if (head.newest_number < size) return false;
  if (size < first || since < first - 1) return true;
  const before = await treeAt(engine, organizationId, since);
  const hashes = await rowHashes(engine, organizationId, { after: since, to: size });
  if (before === null || hashes === null) return false;
  const made = withRows(before, hashes);
  return rangeText(made.span) === rangeText(span) && rangeText(made.whole) === rangeText(whole);
}

export async function treeAt({ db, read }: Engine, organizationId: number, size: number): Promise<Tree | null> {
  if (size === 0) return EMPTY_TREE;
  const [record] = await read(newestRecords(db, organizationId).where('size', '=', size).compile());
  return record === undefined ? null : treeOf(record);
}

/** Whether the newest record follows the newest signed head, whose signature is by a known key. */
async function followsSignedHead(engine: Engine, newest: TreeRecord, { whole }: Tree): Promise<boolean> {
  const { db, read } = engine;
  const { organization_id: organizationId } = newest;
  const [signed] = await read(newestRecords(db, organizationId).where('note', 'is not', null).limit(1).compile());
  if (signed === undefined) return true;
  const [tree, checkpoint] = [treeOf(signed), parseCheckpoint(signed.note ?? '')];
  const added = await spanBetween(engine, organizationId, { from: signed.size, to: newest.size });
  if (tree === null || checkpoint === null || added === null) return false;
  if (checkpoint.size !== signed.size || !rootOf(tree.whole).equals(checkpoint.root)) return false;
  if (rangeText(joinRanges(tree.whole, added)) !== rangeText(whole)) return false;
  const keys = await read(db.selectFrom('audit_head_keys').select('public_key').compile());
  for (const { public_key: key } of keys)
    if (await isSignedBy(checkpoint, Uint8Array.from(Buffer.from(key, 'base64')))) return true;
  return false;
}

async function hashAt({ db, read }: Engine, head: Head, number: number): Promise<string> {
  if (number < head.first_number) return head.anchor;
  const query = db
    .selectFrom('audit_rows')
    .select('hash')
    .where('organization_id', '=', head.organization_id)
    .where('number', '=', number);
  return (await read(query.compile()))[0]?.hash ?? '';
}
