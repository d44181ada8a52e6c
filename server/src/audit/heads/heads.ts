import type { Result } from '../../lib/result.ts';

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

export interface SignedAuditHead {
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
