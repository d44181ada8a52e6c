import type { Runtime } from '../domain/runtime.ts';
import { headSigningKey, storedSigningKey } from './head-signing-key.ts';
import { signNote } from './heads/head-keys.ts';
import type { HeadKeyStore } from './heads/heads.ts';

/**
 * Signs lines with the key of signed heads. `name` follows the service's host in the first line. Returns null if there
 * is no key, and none may be made.
 */
export type SignNote = (name: string, lines: readonly string[]) => Promise<string | null>;

/** `makesKey` is whether a key is made if the database has none. */
export const createSignNote =
  ({ clock, entropy }: Runtime, heads: HeadKeyStore, host: string, makesKey: boolean): SignNote =>
  async (name, lines) => {
    const key = await (makesKey ? headSigningKey(heads, clock, entropy) : storedSigningKey(heads));
    return key === null ? null : signNote(key, `${host}/${name}`, lines);
  };
