import {
  consistencyProof,
  halvesOf,
  parentOf,
  partsOf,
  type Subtree,
  type SubtreePlace,
  subtreeIn,
} from '../../../../security/audit-heads/merkle.ts';
import type { Engine } from '../../engines/engine.ts';
import { treeAt } from './grow.ts';
import { newestRecords, type Tree, treeOf } from './tree-records.ts';

/**
 * Reads few records however far apart the sizes are: a record spans few rows, so the tree of the first one after a left
 * half has that half as a whole.
 */
export async function proveExtension(
  engine: Engine,
  organizationId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly Buffer[] | null> {
  if (from > to) return null;
  const [before, after] = [await treeAt(engine, organizationId, from), await treeAt(engine, organizationId, to)];
  if (before === null || after === null) return null;
  const find = subtreeFinder(engine, organizationId, after);
  const subtrees: Subtree[] = [];
  for (const place of partsOf(from, to)) {
    const subtree = await find(place);
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

  async function find(place: SubtreePlace): Promise<Subtree | null> {
    const inNewest = subtreeIn(after.whole, place);
    if (inNewest !== null) return inNewest;
    const tree = await treeFrom(place.first + place.leaves);
    if (tree === null) return null;
    const kept = subtreeIn(tree.span, place) ?? subtreeIn(tree.whole, place);
    if (kept !== null || place.leaves === 1) return kept;
    const [left, right] = halvesOf(place);
    const leftTree = await find(left);
    const rightTree = leftTree === null ? null : await find(right);
    return leftTree === null || rightTree === null ? null : parentOf(leftTree, rightTree);
  }

  return find;
}
