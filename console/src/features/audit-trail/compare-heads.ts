import type { AuditHeadAnswer } from '@orgdesk/client';
import {
  bytesFromBase64,
  type Checkpoint,
  endorsedText,
  isExtended,
  isSignature,
  isSignedBy,
  parseCheckpoint,
} from '@orgdesk/contract/checkpoint';

/** A head that this browser has accepted. */
export interface KeptHead {
  /** The signed checkpoint. */
  readonly note: string;
  /** Base64; null if this browser could not verify the signature. */
  readonly publicKey: string | null;
  /** ISO 8601 timestamp. */
  readonly keptAt: string;
}

/** Why a head does not follow the kept one, or is not one of this audit log. */
export type HeadContradiction =
  | 'missing'
  | 'shorter'
  | 'different'
  | 'not-extended'
  | 'entries-changed'
  | 'wrong-signature'
  | 'new-key';

export type HeadComparison =
  | { readonly state: 'unsigned' | 'unsupported' }
  | {
      readonly state: 'accepted';
      readonly size: number;
      readonly isVerified: boolean;
      readonly publicKey: string | null;
    }
  | { readonly state: 'contradiction'; readonly why: HeadContradiction; readonly publicKey: string | null };

export async function compareHeads(
  kept: KeptHead | null,
  { checkpoint: note, proof, isKept, keys }: AuditHeadAnswer,
  organizationId: number,
): Promise<HeadComparison> {
  // Absent on pages without https.
  if ((globalThis.crypto as Partial<Crypto>).subtle === undefined) return { state: 'unsupported' };
  if (note === null) return kept === null ? { state: 'unsigned' } : contradiction('missing');
  const head = parseCheckpoint(note);
  if (head === null || !head.origin.endsWith(`/organizations/${organizationId}`))
    return contradiction('wrong-signature');
  const signer = await signerOf(head, keys);
  if (signer === null) return contradiction('wrong-signature');
  const publicKey = signer === 'unsupported' ? null : signer;
  const against = kept === null ? null : await contradictionOf(kept, head, proof);
  if (against !== null) return contradiction(against, publicKey);
  if (!isKept) return contradiction('entries-changed', publicKey);
  const isTrusted =
    publicKey === null || kept?.publicKey == null || (await isSuccessor(publicKey, kept.publicKey, keys));
  if (!isTrusted) return contradiction('new-key', publicKey);
  return { state: 'accepted', size: head.size, isVerified: publicKey !== null, publicKey };
}

const contradiction = (why: HeadContradiction, publicKey: string | null = null): HeadComparison => ({
  state: 'contradiction',
  why,
  publicKey,
});

async function contradictionOf(
  { note }: KeptHead,
  head: Checkpoint,
  proof: readonly string[] | null,
): Promise<HeadContradiction | null> {
  const older = parseCheckpoint(note);
  if (older === null) return null;
  if (head.size < older.size) return 'shorter';
  if (head.size === older.size) return (await isExtended(older, head, [])) ? null : 'different';
  const hashes = proof?.map(bytesFromBase64) ?? [];
  if (!hashes.every((hash) => hash !== null)) return 'not-extended';
  return (await isExtended(older, head, hashes)) ? null : 'not-extended';
}

type Keys = AuditHeadAnswer['keys'];

/** Null if no key signed. */
async function signerOf(head: Checkpoint, keys: Keys): Promise<string | 'unsupported' | null> {
  try {
    for (const { publicKey } of keys) {
      const key = bytesFromBase64(publicKey);
      if (key !== null && (await isSignedBy(head, key))) return publicKey;
    }
    return null;
  } catch {
    return 'unsupported';
  }
}

/** Whether each key between two was confirmed by the one before it. */
async function isSuccessor(key: string, kept: string, keys: Keys): Promise<boolean> {
  let current = key;
  for (let step = 0; step <= keys.length; step += 1) {
    if (current === kept) return true;
    const endorsement = keys.find(({ publicKey }) => publicKey === current)?.endorsement;
    const [before, signature] = [endorsement?.publicKey ?? '', endorsement?.signature ?? ''].map(bytesFromBase64);
    if (endorsement == null || before == null || signature == null) return false;
    if (!(await isSignature(before, signature, endorsedText(current)))) return false;
    current = endorsement.publicKey;
  }
  return false;
}
