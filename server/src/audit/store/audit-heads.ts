import { setImmediate as othersRun } from 'node:timers/promises';
import { isSignedBy, parseCheckpoint } from '@orgdesk/contract/checkpoint';
import { sql } from 'kysely';
import type { Engine } from '../../database/engines/engine.ts';
import type { Tables } from '../../database/schema.ts';
import { AUDIT_HEADS_PAGE, AUDIT_VERIFY_ROWS } from '../../lib/limits/audit.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { EncryptedToken, TokenCipher } from '../../lib/secrets.ts';
import {
  type AuditHeadFault,
  type AuditHeadStore,
  type AuditTreeHead,
  type AuditTreeRefusal,
  consistencyProof,
  type HeadKeyStore,
  halvesOf,
  joinRanges,
  parentOf,
  partsOf,
  rangeText,
  rootOf,
  type Subtree,
  type SubtreeRange,
  subtreeIn,
} from '../heads.ts';
import { checkWhileExpiring, type Head, headOf } from './append.ts';
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
import { verifiedHashes } from './verify-trail.ts';

export function createAuditHeadStore(engine: Engine, cipher: TokenCipher): AuditHeadStore {
  const { db, read } = engine;
  return {
    ...createHeadKeys(engine, cipher),
    async due(keyId) {
      const query = sql<{ readonly id: number }>`
        select organization_id as id from audit_heads as head
        where newest_number > 0 and (
          not exists (select 1 from audit_tree as tree where tree.organization_id = head.organization_id
            and tree.size = head.newest_number and tree.key_id = ${keyId})
          or exists (select 1 from audit_tree as tree where tree.organization_id = head.organization_id
            and tree.size > head.newest_number)
        )
        union select organization_id as id from audit_tree as tree
        where since = 0 and not exists (
          select 1 from audit_heads as head where head.organization_id = tree.organization_id and newest_number > 0
        )
        order by id`;
      return (await read(query.compile(db))).map(({ id }) => id);
    },
    grow: (organizationId) => growTree(engine, organizationId),
    async sign({ organizationId, size, note, signedAt }, keyId) {
      await db
        .updateTable('audit_tree')
        .set({ note, key_id: keyId, signed_at: signedAt.getTime() })
        .where('organization_id', '=', organizationId)
        .where('size', '=', size)
        .execute();
    },
    async cosign({ organizationId, size, note }, lines) {
      await db
        .updateTable('audit_tree')
        .set({ note: note + lines })
        .where('organization_id', '=', organizationId)
        .where('size', '=', size)
        .where('note', '=', note)
        .execute();
    },
    async latest(organizationId) {
      const query = newestRecords(db, organizationId).where('note', 'is not', null).limit(1);
      const [record] = await read(query.compile());
      if (record?.note == null) return null;
      const tree = treeOf(record);
      const isKept = await checkWhileExpiring(engine, organizationId, {
        check: async () => {
          const head = await headOf(engine, organizationId);
          return head !== null && tree !== null && (await keepsRows(engine, head, tree));
        },
        isFault: (isSame) => !isSame,
      });
      return { ...signedHead(record, record.note), isKept };
    },
    proof: (organizationId, sizes) => proveExtension(engine, organizationId, sizes),
    check: (head) =>
      checkWhileExpiring(engine, head.organizationId, {
        check: () => checkHead(engine, head),
        isFault: (fault) => fault !== null,
      }),
    async unsent(target, after) {
      const query = sql<UnsentHead>`
        select tree.organization_id, tree.size, tree.note, tree.signed_at, coalesce(sent.size, 0) as sent_size
        from audit_tree as tree
        left join audit_heads_sent as sent on sent.organization_id = tree.organization_id and sent.target = ${target}
        where tree.organization_id > ${after} and tree.note is not null and tree.size <> coalesce(sent.size, 0)
          and tree.size = (select max(size) from audit_tree as newest
            where newest.organization_id = tree.organization_id and newest.note is not null)
        order by tree.organization_id limit ${sql.lit(AUDIT_HEADS_PAGE)}`;
      return (await read(query.compile(db))).map((row) => ({ ...signedHead(row, row.note), sentSize: row.sent_size }));
    },
    async markSent(target, { organizationId, size }) {
      await db
        .insertInto('audit_heads_sent')
        .values({ target, organization_id: organizationId, size })
        .onConflict((conflict) => conflict.columns(['organization_id', 'target']).doUpdateSet({ size }))
        .execute();
    },
  };
}

interface SignedRow {
  readonly organization_id: number;
  readonly size: number;
  readonly signed_at: number | null;
}

type UnsentHead = SignedRow & { readonly note: string; readonly sent_size: number };

const signedHead = ({ organization_id: organizationId, size, signed_at: signedAt }: SignedRow, note: string) => ({
  organizationId,
  size,
  note,
  signedAt: new Date(signedAt ?? 0),
});

/** The hash of a row covers all rows before it, so the last row that the head covers decides. */
async function checkHead(
  engine: Engine,
  { organizationId, size, root }: AuditTreeHead,
): Promise<AuditHeadFault | null> {
  const head = await headOf(engine, organizationId);
  if (head === null || head.newest_number < size) return 'shorter';
  if (size === 0) return null;
  if (size < head.first_number) return checkExpired(engine, { organizationId, size, root }, head.first_number - 1);
  const query = newestRecords(engine.db, organizationId).where('size', '<', size).limit(1);
  const [record] = await engine.read(query.compile());
  let tree = record === undefined ? EMPTY_TREE : treeOf(record);
  if (tree === null) return 'changed';
  if (tree.size < head.first_number - 1) return 'unproven';
  while (tree.size < size) {
    const to = Math.min(size, tree.size + AUDIT_VERIFY_ROWS);
    const hashes = await rowHashes(engine, organizationId, { after: tree.size, to });
    if (hashes === null) return 'changed';
    tree = withRows(tree, hashes);
    await othersRun();
  }
  return rootOf(tree.whole).equals(root) ? null : 'changed';
}

/** Without the rows, the kept trees have to lead from the head to the first row. */
async function checkExpired(
  engine: Engine,
  { organizationId, size, root }: AuditTreeHead,
  expired: number,
): Promise<AuditHeadFault | null> {
  const [before, after] = [await treeAt(engine, organizationId, size), await treeAt(engine, organizationId, expired)];
  if (before === null || after === null) return 'unproven';
  if (!rootOf(before.whole).equals(root)) return 'changed';
  const added = await spanBetween(engine, organizationId, { from: size, to: expired });
  if (added === null) return 'changed';
  return rangeText(joinRanges(before.whole, added)) === rangeText(after.whole) ? null : 'changed';
}

type KeyRow = Tables['audit_head_keys'];

const associatedDataOf = (keyId: string): string => `audit-head-key:${keyId}`;

const NO_SEED = { seed_ciphertext: null, seed_iv: null, seed_tag: null };

/** Seeds are encrypted like tokens, and bound to their key. */
function createHeadKeys({ db, read, transaction: inTransaction }: Engine, cipher: TokenCipher): HeadKeyStore {
  return {
    async keys() {
      const query = db.selectFrom('audit_head_keys').selectAll().orderBy('created_at', 'desc').orderBy('key_id');
      return (await read(query.compile())).map((row) => {
        const { key_id: keyId, public_key: publicKey, endorsed_by: by, endorsement: signature } = row;
        const encrypted = encryptedSeed(row);
        const associatedData = associatedDataOf(keyId);
        return {
          keyId,
          publicKey,
          endorsement: by === null || signature === null ? null : { by, signature },
          seed: encrypted === null ? null : cipher.decrypt(encrypted, associatedData),
          isCurrent: encrypted !== null && cipher.isCurrent(encrypted, associatedData),
        };
      });
    },
    async addKey({ keyId, publicKey, endorsement, seed }, replaced, now) {
      const { ciphertext, iv, tag } = cipher.encrypt(seed, associatedDataOf(keyId));
      await inTransaction(async (transaction) => {
        await transaction
          .insertInto('audit_head_keys')
          .values({
            key_id: keyId,
            public_key: publicKey,
            seed_ciphertext: ciphertext,
            seed_iv: iv,
            seed_tag: tag,
            created_at: now.getTime(),
            endorsed_by: endorsement?.by ?? null,
            endorsement: endorsement?.signature ?? null,
          })
          .execute();
        if (replaced.length === 0) return;
        await transaction.updateTable('audit_head_keys').set(NO_SEED).where('key_id', 'in', replaced).execute();
      });
    },
  };
}

function encryptedSeed({ seed_ciphertext: ciphertext, seed_iv: iv, seed_tag: tag }: KeyRow): EncryptedToken | null {
  return ciphertext === null || iv === null || tag === null ? null : { ciphertext, iv, tag };
}

/**
 * Reads few records however far apart the sizes are: a record spans few rows, so the tree of the first one after a left
 * half has that half as a whole.
 */
async function proveExtension(
  engine: Engine,
  organizationId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly Buffer[] | null> {
  if (from > to) return null;
  const [before, after] = [await treeAt(engine, organizationId, from), await treeAt(engine, organizationId, to)];
  if (before === null || after === null) return null;
  const find = subtreeFinder(engine, organizationId, after);
  const subtrees: Subtree[] = [];
  for (const range of partsOf(from, to)) {
    const subtree = await find(range);
    if (subtree === null) return null;
    subtrees.push(subtree);
  }
  return consistencyProof(before.whole, { from, to, subtrees });
}

function subtreeFinder({ db, read }: Engine, organizationId: number, after: Tree) {
  const trees = new Map([[after.size, after]]);

  async function treeFrom(size: number): Promise<Tree | null> {
    const cached = trees.get(size);
    if (cached !== undefined) return cached;
    const query = newestRecords(db, organizationId).clearOrderBy().orderBy('size').where('size', '>=', size).limit(1);
    const [record] = await read(query.compile());
    const tree = record === undefined ? null : treeOf(record);
    if (tree !== null) trees.set(size, tree);
    return tree;
  }

  async function find(range: SubtreeRange): Promise<Subtree | null> {
    const inNewest = subtreeIn(after.whole, range);
    if (inNewest !== null) return inNewest;
    const tree = await treeFrom(range.first + range.leaves);
    if (tree === null) return null;
    const kept = subtreeIn(tree.span, range) ?? subtreeIn(tree.whole, range);
    if (kept !== null || range.leaves === 1) return kept;
    const [left, right] = halvesOf(range);
    const leftTree = await find(left);
    const rightTree = leftTree === null ? null : await find(right);
    return leftTree === null || rightTree === null ? null : parentOf(leftTree, rightTree);
  }

  return find;
}

const growTree = (engine: Engine, organizationId: number): Promise<Result<AuditTreeHead, AuditTreeRefusal>> =>
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
async function keepsRows(engine: Engine, head: Head, { since, size, span, whole }: Tree): Promise<boolean> {
  const { organization_id: organizationId, first_number: first } = head;
  if (head.newest_number < size) return false;
  if (size < first || since < first - 1) return true;
  const before = await treeAt(engine, organizationId, since);
  const hashes = await rowHashes(engine, organizationId, { after: since, to: size });
  if (before === null || hashes === null) return false;
  const made = withRows(before, hashes);
  return rangeText(made.span) === rangeText(span) && rangeText(made.whole) === rangeText(whole);
}

async function treeAt({ db, read }: Engine, organizationId: number, size: number): Promise<Tree | null> {
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
