import type { Clock, Entropy } from '../lib/system.ts';
import { createHeadKey, endorse, type HeadKey, printOf } from './heads/head-keys.ts';
import type { AuditHeadStore, PublicHeadKey, StoredHeadKey } from './heads/heads.ts';

export interface HeadKeyDeps {
  readonly heads: Pick<AuditHeadStore, 'keys' | 'addKey'>;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

export interface HeadSigningKey extends HeadKey {
  readonly keyId: string;
}

/** Returns the newest key that can be decrypted; creates one if there is none. */
export const headSigningKey = async (deps: HeadKeyDeps): Promise<HeadSigningKey> =>
  (await storedSigningKey(deps)) ?? (await addKey(deps, null, []));

/** Returns the newest key that can be decrypted, or null. */
export const storedSigningKey = async ({ heads }: Pick<HeadKeyDeps, 'heads'>): Promise<HeadSigningKey | null> =>
  (await heads.keys()).find(isUsable) ?? null;

/** `none`: nothing was signed yet. `unreadable`: no key of `TOKEN_SECRET` decrypts it. `old`: due, with `isDryRun`. */
export type HeadKeyRotation = 'none' | 'current' | 'old' | 'unreadable' | 'rotated';

/** Replaces a signing key that is not encrypted with the first key of `TOKEN_SECRET`. The old one confirms the new. */
export async function rotateHeadKey(deps: HeadKeyDeps, isDryRun: boolean): Promise<HeadKeyRotation> {
  const keys = await deps.heads.keys();
  const key = keys.find(isUsable);
  if (key === undefined) return keys.length === 0 ? 'none' : 'unreadable';
  if (key.isCurrent) return 'current';
  if (isDryRun) return 'old';
  const replaced = keys.filter(isUsable).map(({ keyId }) => keyId);
  await addKey(deps, key, replaced);
  return 'rotated';
}

const isUsable = (key: StoredHeadKey): key is StoredHeadKey & { readonly seed: string } => key.seed !== null;

async function addKey(
  { heads, clock, entropy }: HeadKeyDeps,
  before: HeadSigningKey | null,
  replaced: readonly string[],
): Promise<HeadSigningKey> {
  const key = createHeadKey(entropy);
  const keyId = printOf(key.publicKey);
  const endorsement: PublicHeadKey['endorsement'] =
    before === null ? null : { by: before.keyId, signature: endorse(before, key) };
  await heads.addKey({ ...key, keyId, endorsement }, replaced, clock.now());
  return { ...key, keyId };
}
