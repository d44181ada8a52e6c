import { createPrivateKey, createPublicKey, hash, type KeyObject, sign } from 'node:crypto';
import { endorsedText, keyIdOf } from '@orgdesk/contract/checkpoint';
import type { Result } from '../lib/result.ts';
import type { Entropy } from '../lib/system.ts';

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
    leaves.map((data, index) => ({ first: from + index, leaves: 1, hash: leafHash(data) })),
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

export type SubtreeRange = Omit<Subtree, 'hash'>;

export const subtreeIn = ({ subtrees }: LeafRange, { first, leaves }: SubtreeRange): Subtree | null =>
  subtrees.find((each) => each.first === first && each.leaves === leaves) ?? null;

export const halvesOf = ({ first, leaves }: SubtreeRange): readonly [SubtreeRange, SubtreeRange] => [
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

export function partsOf(from: number, to: number): readonly SubtreeRange[] {
  const parts: SubtreeRange[] = [];
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
  const subtrees = parts.map((part, index) => ({
    ...part,
    hash: Buffer.from(text.slice(index * HASH_CHARACTERS, (index + 1) * HASH_CHARACTERS), 'hex'),
  }));
  return { from, to, subtrees };
}

const SEED_BYTES = 32;
/** What precedes the seed in a private key (RFC 8410). */
const PRIVATE_KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Ed25519. */
export interface HeadKey {
  /** Base64. */
  readonly publicKey: string;
  /** Base64; secret. */
  readonly seed: string;
}

export const createHeadKey = (entropy: Entropy): HeadKey => headKeyOf(Buffer.from(entropy.bytes(SEED_BYTES)));

function headKeyOf(seed: Buffer): HeadKey {
  const { x = '' } = createPublicKey(privateKeyOf(seed)).export({ format: 'jwk' });
  return { publicKey: Buffer.from(x, 'base64url').toString('base64'), seed: seed.toString('base64') };
}

const privateKeyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_KEY_PREFIX, seed]), format: 'der', type: 'pkcs8' });

const signatureOf = ({ seed }: HeadKey, text: string): Buffer =>
  sign(null, Buffer.from(text), privateKeyOf(Buffer.from(seed, 'base64')));

/** Confirms that `next` follows this key; base64. */
export const endorse = (key: HeadKey, next: HeadKey): string =>
  signatureOf(key, endorsedText(next.publicKey)).toString('base64');

/** Names an organization's audit log wherever its heads are kept. */
export const originOf = (host: string, organizationId: number): string => `${host}/organizations/${organizationId}`;

/** Returns null for the origin of something else. */
export function organizationIn(origin: string): number | null {
  const [, id] = /\/organizations\/([1-9]\d{0,14})$/.exec(origin) ?? [];
  return id === undefined ? null : Number(id);
}

export const signHead = (
  key: HeadKey,
  { origin, size, root }: { readonly origin: string; readonly size: number; readonly root: Uint8Array },
): Promise<string> => signNote(key, origin, [String(size), Buffer.from(root).toString('base64')]);

/** Signs a text (c2sp.org/signed-note) that begins with its origin. Lines have no control characters. */
export async function signNote(key: HeadKey, origin: string, lines: readonly string[]): Promise<string> {
  const text = `${[origin, ...lines].join('\n')}\n`;
  const keyId = await keyIdOf(origin, Uint8Array.from(Buffer.from(key.publicKey, 'base64')));
  const signed = Buffer.concat([Buffer.from(keyId, 'base64'), signatureOf(key, text)]);
  return `${text}\n\u2014 ${origin} ${signed.toString('base64')}\n`;
}

/** A key as in c2sp.org/signed-note. */
export async function verifierKey(name: string, publicKey: string): Promise<string> {
  const key = Uint8Array.from(Buffer.from(publicKey, 'base64'));
  const keyId = Buffer.from(await keyIdOf(name, key), 'base64').toString('hex');
  return `${name}+${keyId}+${Buffer.concat([Buffer.from([1]), key]).toString('base64')}`;
}

/** Returns the public key in base64, or null unless the text is a verifier key of Ed25519. */
export async function parseVerifierKey(text: string): Promise<string | null> {
  const [, name = '', encoded = ''] = /^([^\s+]+)\+[\da-f]{8}\+(\S+)$/.exec(text) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length !== 1 + SEED_BYTES || bytes[0] !== 1) return null;
  const publicKey = bytes.subarray(1).toString('base64');
  return (await verifierKey(name, publicKey)) === text ? publicKey : null;
}

/** Short enough to be shown. */
export const printOf = (publicKey: string): string => hash('sha256', Buffer.from(publicKey, 'base64')).slice(0, 16);

/** Merkle tree (RFC 6962) of a trail. Its leaves are the hashes of the rows, oldest first. */
export interface AuditTreeHead {
  readonly organizationId: number;
  readonly size: number;
  readonly root: Uint8Array;
}

/**
 * `shorter`: the trail has fewer rows. `changed`: a row up to the head differs. `unproven`: the rows have expired, and
 * no tree of this size was kept.
 */
export type AuditHeadFault = 'shorter' | 'changed' | 'unproven';

/** `busy`: another instance covers the same rows. */
export type AuditTreeRefusal = AuditHeadFault | 'busy';

interface SignedAuditHead {
  readonly organizationId: number;
  readonly size: number;
  /** A signed checkpoint. */
  readonly note: string;
  readonly signedAt: Date;
}

export interface UnsentAuditHead extends SignedAuditHead {
  /** What this target received last; 0 for nothing. */
  readonly sentSize: number;
}

export interface PublicHeadKey {
  readonly keyId: string;
  /** Base64. */
  readonly publicKey: string;
  /** Signature by the key before it, which confirms this one. */
  readonly endorsement: { readonly by: string; readonly signature: string } | null;
}

export interface StoredHeadKey extends PublicHeadKey {
  /** Base64. Null if it was replaced or no key of `TOKEN_SECRET` decrypts it. */
  readonly seed: string | null;
  /** Whether the first key of `TOKEN_SECRET` decrypts it. */
  readonly isCurrent: boolean;
}

export interface KeptAuditHead extends Omit<AuditTreeHead, 'organizationId'> {
  readonly origin: string;
}

/** `refused`: other heads may be taken. `unreachable`: try again. `reason` names no address. */
export interface UndeliveredHead {
  readonly kind: 'refused' | 'unreachable';
  readonly reason: string;
}

/** A place outside of the database that keeps heads. */
export interface AuditHeadTarget {
  readonly name: 'file' | 'url';
  /**
   * The greatest head of each origin that it keeps, whoever signed it; null if this cannot be read again from there.
   * Rejects if it cannot be read now.
   */
  kept(stop: AbortSignal): Promise<readonly KeptAuditHead[] | null>;
  /**
   * Returns lines with signatures by others, or ''. `proofFrom` returns a consistency proof from an older size, null if
   * there is none.
   */
  deliver(
    head: UnsentAuditHead,
    proofFrom: (size: number) => Promise<readonly Uint8Array[] | null>,
  ): Promise<Result<string, UndeliveredHead>>;
}

/** Checks a target without giving it anything. Returns what is wrong, without the address, or null. */
export interface AuditHeadTargetCheck extends Pick<AuditHeadTarget, 'name'> {
  problem(): Promise<string | null>;
}

export interface HeadKeyStore {
  /** Newest first. */
  keys(): Promise<readonly StoredHeadKey[]>;
  /** Encrypts the seed. The keys in `replaced` lose theirs at the same moment. */
  addKey(key: PublicHeadKey & { readonly seed: string }, replaced: readonly string[], now: Date): Promise<void>;
}

/** Heads are signed, so that copies elsewhere show later that rows were replaced. */
export interface AuditHeadStore extends HeadKeyStore {
  /** Organizations whose newest row has no head signed with this key. */
  due(keyId: string): Promise<readonly number[]>;
  /** Covers new rows, unless the trail contradicts its last head. */
  grow(organizationId: number): Promise<Result<AuditTreeHead, AuditTreeRefusal>>;
  sign(head: SignedAuditHead, keyId: string): Promise<void>;
  /** Appends signature lines of others, unless the head was signed again meanwhile. */
  cosign(head: Pick<SignedAuditHead, 'organizationId' | 'size' | 'note'>, lines: string): Promise<void>;
  /** The newest signed head, and whether the trail still has its rows. */
  latest(organizationId: number): Promise<(SignedAuditHead & { readonly isKept: boolean }) | null>;
  /** Returns null if the tree of either size was not kept. */
  proof(
    organizationId: number,
    sizes: { readonly from: number; readonly to: number },
  ): Promise<readonly Uint8Array[] | null>;
  /** Checks a head that was kept elsewhere against a trail whose chain is verified. */
  check(head: AuditTreeHead): Promise<AuditHeadFault | null>;
  /** Newest heads that a target lacks, in pages by organization; all for null. */
  unsent(target: string | null, after: number): Promise<readonly UnsentAuditHead[]>;
  markSent(target: string, head: Pick<SignedAuditHead, 'organizationId' | 'size'>): Promise<void>;
}
