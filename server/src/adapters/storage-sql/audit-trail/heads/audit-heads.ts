import { setImmediate as othersRun } from 'node:timers/promises';
import { sql } from 'kysely';
import { AUDIT_HEADS_PAGE, AUDIT_VERIFY_ROWS } from '../../../../domain/limits/audit-trail.ts';
import type { AuditHeadFault, AuditHeadStore, AuditTreeHead } from '../../../../ports/audit-heads.ts';
import { joinRanges, rangeText, rootOf } from '../../../../security/audit-heads/merkle.ts';
import type { TokenCipher } from '../../../../security/token-cipher.ts';
import type { Engine } from '../../engines/engine.ts';
import { checkWhileExpiring, headOf } from '../while-expiring.ts';
import { growTree, keepsRows, treeAt } from './grow.ts';
import { createHeadKeys } from './head-keys.ts';
import { proveExtension } from './prove.ts';
import { EMPTY_TREE, newestRecords, rowHashes, spanBetween, treeOf, withRows } from './tree-records.ts';

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
