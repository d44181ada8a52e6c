import type { Clock, Entropy } from '../lib/system.ts';
import { createHeadKey, endorse, type HeadKey, printOf } from './heads/head-keys.ts';
import type { HeadKeyStore, PublicHeadKey, StoredHeadKey } from './heads/heads.ts';

export interface HeadSigningKey extends HeadKey {
  readonly keyId: string;
}

/** Returns the newest key that can be decrypted; creates one if there is none. */
export const headSigningKey = async (heads: HeadKeyStore, clock: Clock, entropy: Entropy): Promise<HeadSigningKey> =>
  (await storedSigningKey(heads)) ?? (await addKey(heads, createHeadKey(entropy), clock.now()));

/** Returns the newest key that can be decrypted, or null. */
export const storedSigningKey = async (heads: HeadKeyStore): Promise<HeadSigningKey | null> =>
  (await heads.keys()).find(isUsable) ?? null;

/** `none`: nothing was signed yet. `unreadable`: no key of `TOKEN_SECRET` decrypts it. `old`: due, with `isDryRun`. */
export type HeadKeyRotation = 'none' | 'current' | 'old' | 'unreadable' | 'rotated';

/** Replaces a signing key that is not encrypted with the first key of `TOKEN_SECRET`. The old one confirms the new. */
export async function rotateHeadKey(
  heads: HeadKeyStore,
  clock: Clock,
  entropy: Entropy,
  isDryRun: boolean,
): Promise<HeadKeyRotation> {
  const keys = await heads.keys();
  const key = keys.find(isUsable);
  if (key === undefined) return keys.length === 0 ? 'none' : 'unreadable';
  if (key.isCurrent) return 'current';
  if (isDryRun) return 'old';
  const replaced = keys.filter(isUsable).map(({ keyId }) => keyId);
  await addKey(heads, createHeadKey(entropy), clock.now(), { key, replaced });
  return 'rotated';
}

const isUsable = (key: StoredHeadKey): key is StoredHeadKey & { readonly seed: string } => key.seed !== null;

async function addKey(
  heads: HeadKeyStore,
  key: HeadKey,
  now: Date,
  former: { readonly key: HeadSigningKey; readonly replaced: readonly string[] } | null = null,
): Promise<HeadSigningKey> {
  const keyId = printOf(key.publicKey);
  const endorsement: PublicHeadKey['endorsement'] =
    former === null ? null : { by: former.key.keyId, signature: endorse(former.key, key) };
  await heads.addKey({ ...key, keyId, endorsement }, former?.replaced ?? [], now);
  return { ...key, keyId };
}
