import { type HeadKeyDeps, headSigningKey, storedSigningKey } from './head-signing-key.ts';
import { signNote } from './heads/head-keys.ts';

/**
 * Signs lines with the key of signed heads. `name` follows the service's host in the first line. Returns null if there
 * is no key, and none may be made.
 */
export type SignNote = (name: string, lines: readonly string[]) => Promise<string | null>;

interface SignNoteDeps extends HeadKeyDeps {
  readonly host: string;
  /** Whether a key is made if the database has none. */
  readonly makesKey: boolean;
}

export const createSignNote =
  ({ host, makesKey, ...deps }: SignNoteDeps): SignNote =>
  async (name, lines) => {
    const key = makesKey ? await headSigningKey(deps) : await storedSigningKey(deps);
    return key === null ? null : signNote(key, `${host}/${name}`, lines);
  };
