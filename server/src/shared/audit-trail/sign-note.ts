import { signNote } from '../../security/audit-heads/head-keys.ts';
import { type HeadKeyDeps, headSigningKey } from './head-signing-key.ts';

/** Signs lines with the key of signed heads. `name` follows the service's host in the first line. */
export type SignNote = (name: string, lines: readonly string[]) => Promise<string>;

export const createSignNote =
  ({ host, ...deps }: HeadKeyDeps & { readonly host: string }): SignNote =>
  async (name, lines) =>
    signNote(await headSigningKey(deps), `${host}/${name}`, lines);
