import { hash } from 'node:crypto';

/** A perfect subtree of RFC 6962, over the leaves from `first` on. */
export interface Subtree {
  readonly first: number;
  readonly leaves: number;
  readonly hash: Buffer;
}

/** The fewest perfect subtrees that cover all leaves from `from` up to, not including, `to`. */
export interface LeafRange {
  readonly from: number;
  readonly to: number;
  readonly subtrees: readonly Subtree[];
}

const sha256 = (...parts: readonly Uint8Array[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer');
const [LEAF, NODE] = [Buffer.from([0]), Buffer.from([1])];

const leafHash = (data: Uint8Array): Buffer => sha256(LEAF, data);
const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(NODE, left, right);

export const emptyRange = (at: number): LeafRange => ({ from: at, to: at, subtrees: [] });

export const leavesFrom = (from: number, leaves: readonly Uint8Array[]): LeafRange =>
  joined(
    emptyRange(from),
    leaves.map((data, place) => ({ first: from + place, leaves: 1, hash: leafHash(data) })),
  );

/** Leaves whose data is lost. */
export const lostLeaves = (from: number, to: number): LeafRange => ({
  from,
  to,
  subtrees: partsOf(from, to).map(({ first, leaves }) => {
    let lost = leafHash(Buffer.alloc(0));
    for (let covered = 1; covered < leaves; covered *= 2) lost = nodeHash(lost, lost);
    return { first, leaves, hash: lost };
  }),
});

export type SubtreePlace = Omit<Subtree, 'hash'>;

export const subtreeIn = ({ subtrees }: LeafRange, { first, leaves }: SubtreePlace): Subtree | null =>
  subtrees.find((each) => each.first === first && each.leaves === leaves) ?? null;

export const halvesOf = ({ first, leaves }: SubtreePlace): readonly [SubtreePlace, SubtreePlace] => [
  { first, leaves: leaves / 2 },
  { first: first + leaves / 2, leaves: leaves / 2 },
];

export const parentOf = (left: Subtree, right: Subtree): Subtree => ({
  first: left.first,
  leaves: 2 * left.leaves,
  hash: nodeHash(left.hash, right.hash),
});

/** Each range must begin where the one before it ends. */
export const joinRanges = (first: LeafRange, ...others: readonly LeafRange[]): LeafRange =>
  others.reduce((before, { subtrees }) => joined(before, subtrees), first);

function joined({ from, to, subtrees }: LeafRange, added: readonly Subtree[]): LeafRange {
  const all = [...subtrees];
  for (const subtree of added) {
    let right = subtree;
    for (let left = all.at(-1); left !== undefined && areSiblings(left, right); left = all.at(-1)) {
      all.pop();
      right = parentOf(left, right);
    }
    all.push(right);
  }
  return { from, to: to + added.reduce((sum, { leaves }) => sum + leaves, 0), subtrees: all };
}

const areSiblings = (left: Subtree, right: Subtree): boolean =>
  left.leaves === right.leaves && left.first % (2 * left.leaves) === 0;

/** The range must begin with the first leaf. */
export const rootOf = ({ subtrees }: LeafRange): Buffer => (subtrees.length === 0 ? sha256() : rootOver(subtrees));

const rootOver = (subtrees: readonly Subtree[]): Buffer =>
  subtrees.map((subtree) => subtree.hash).reduceRight((right, left) => nodeHash(left, right));

/** The proof of RFC 6962, 2.1.2, that the leaves of `before` come first in the tree that `added` makes of it. */
export function consistencyProof(before: LeafRange, added: LeafRange): readonly Buffer[] {
  const subtrees = [...before.subtrees, ...added.subtrees];
  const rootBetween = (first: number, end: number) =>
    rootOver(subtrees.filter((each) => each.first >= first && each.first + each.leaves <= end));
  const proofIn = (first: number, end: number, isWhole: boolean): readonly Buffer[] => {
    if (before.to === end) return isWhole ? [] : [rootBetween(first, end)];
    const middle = first + largestPower(end - first - 1);
    return before.to <= middle
      ? [...proofIn(first, middle, isWhole), rootBetween(middle, end)]
      : [...proofIn(middle, end, false), rootBetween(first, middle)];
  };
  return before.to === 0 ? [] : proofIn(0, added.to, true);
}

const largestPower = (max: number): number => {
  let power = 1;
  while (power * 2 <= max) power *= 2;
  return power;
};

export function partsOf(from: number, to: number): readonly SubtreePlace[] {
  const parts: SubtreePlace[] = [];
  for (let first = from; first < to; ) {
    let leaves = largestPower(to - first);
    while (first % leaves !== 0) leaves /= 2;
    parts.push({ first, leaves });
    first += leaves;
  }
  return parts;
}

const HASH_CHARACTERS = 64;

export const rangeText = ({ subtrees }: LeafRange): string =>
  subtrees.map((each) => each.hash.toString('hex')).join('');

export function parseRange(from: number, to: number, text: string): LeafRange | null {
  const parts = partsOf(from, to);
  if (text.length !== parts.length * HASH_CHARACTERS || !/^[\da-f]*$/.test(text)) return null;
  const subtrees = parts.map((part, place) => ({
    ...part,
    hash: Buffer.from(text.slice(place * HASH_CHARACTERS, (place + 1) * HASH_CHARACTERS), 'hex'),
  }));
  return { from, to, subtrees };
}
