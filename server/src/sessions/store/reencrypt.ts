import type { CompiledQuery } from 'kysely';
import type { Engine } from '../../database/engines/engine.ts';
import type { SessionKey } from '../../lib/crypto/credentials.ts';
import type { TokenCipher } from '../../lib/crypto/token-cipher.ts';
import { BATCH_ROWS } from '../../lib/limits/storage.ts';
import {
  ciphertextOf,
  type EncryptedGrant,
  encryptedTokens,
  encryptGrant,
  grantOf,
  isCurrent,
  isReadable,
} from './encrypted-grant.ts';

/** Selects sessions that end after `now`. */
export interface ReencryptRequest {
  /** Null starts with the first. */
  readonly after: SessionKey | null;
  readonly now: Date;
  readonly isDryRun: boolean;
}

export interface ReencryptedPage {
  readonly current: number;
  /** Encrypted with another key. */
  readonly old: number;
  /** No key decrypts them. */
  readonly unreadable: number;
  /** Null after the last page. */
  readonly next: SessionKey | null;
}

const TRIES = 5;

type EncryptedRow = EncryptedGrant & { readonly session_key: string };
type KeyState = 'current' | 'old' | 'unreadable';

/** Encrypts tokens with the first key of `TOKEN_SECRET`, or only counts them. Skips a pair refreshed meanwhile. */
export type Reencrypt = (page: ReencryptRequest) => Promise<ReencryptedPage>;

/**
 * Writes name the ciphertexts they read, so a refreshed pair or dropped refresh token is never overwritten. A running
 * refresh can still store its pair.
 */
export function createReencrypt(engine: Engine, cipher: TokenCipher): Reencrypt {
  const { db, read, writeTogether } = engine;
  const rows = db
    .selectFrom('sessions')
    .select(['session_key', 'token_type', 'token_scope', 'access_token_expires_at', 'refresh_token_expires_at'])
    .select(encryptedTokens(engine))
    .orderBy('session_key');

  const stateOf = (row: EncryptedRow): KeyState => {
    const key = row.session_key as SessionKey;
    if (isCurrent(cipher, key, row)) return 'current';
    return isReadable(grantOf(cipher, key, row)) ? 'old' : 'unreadable';
  };
  const [withRefresh, withoutRefresh] = [updateQuery(engine, true), updateQuery(engine, false)];
  const updateOf = (row: EncryptedRow): CompiledQuery => {
    const key = row.session_key as SessionKey;
    const encrypted = encryptGrant(cipher, key, grantOf(cipher, key, row));
    const { encrypted_access_token: access, encrypted_refresh_token: refresh } = row;
    const set = TOKEN_COLUMNS.map((column) => encrypted[column]);
    return refresh === null
      ? { ...withoutRefresh, parameters: [...set, key, ciphertextOf(access)] }
      : { ...withRefresh, parameters: [...set, key, ciphertextOf(access), ciphertextOf(refresh)] };
  };

  /** Repeats rows that changed concurrently. Rows that no key opens are left out. */
  async function encryptAll(old: readonly EncryptedRow[]): Promise<void> {
    let left = old;
    for (let attempt = 1; left.length > 0; attempt += 1) {
      if (attempt > TRIES) throw new Error('the tokens of a session keep changing: run the command again');
      await writeTogether(left.map(updateOf));
      const keys = left.map((row) => row.session_key);
      left = (await read(rows.where('session_key', 'in', keys).compile())).filter((row) => stateOf(row) === 'old');
    }
  }

  return async ({ after, now, isDryRun }: ReencryptRequest): Promise<ReencryptedPage> => {
    const page = await read(
      rows
        .where('session_key', '>', after ?? '')
        .where('expires_at', '>', now.getTime())
        .limit(BATCH_ROWS)
        .compile(),
    );
    const states = page.map((row) => ({ row, state: stateOf(row) }));
    const count = (counted: KeyState) => states.filter(({ state }) => state === counted).length;
    if (!isDryRun) await encryptAll(states.filter(({ state }) => state === 'old').map(({ row }) => row));
    return {
      current: count('current'),
      old: count('old'),
      unreadable: count('unreadable'),
      next: page.length === BATCH_ROWS ? ((page.at(-1)?.session_key ?? null) as SessionKey | null) : null,
    };
  };
}

const TOKEN_COLUMNS = [
  'access_token_ciphertext',
  'access_token_iv',
  'access_token_tag',
  'refresh_token_ciphertext',
  'refresh_token_iv',
  'refresh_token_tag',
] as const;

/** Compiling takes longer than running. Parameters follow the order here. */
function updateQuery({ db }: Engine, hasRefresh: boolean): CompiledQuery {
  const any = new Uint8Array();
  const update = db
    .updateTable('sessions')
    .set({
      access_token_ciphertext: any,
      access_token_iv: any,
      access_token_tag: any,
      refresh_token_ciphertext: any,
      refresh_token_iv: any,
      refresh_token_tag: any,
    })
    .where('session_key', '=', '')
    .where('access_token_ciphertext', '=', any);
  return hasRefresh
    ? update.where('refresh_token_ciphertext', '=', any).compile()
    : update.where('refresh_token_ciphertext', 'is', null).compile();
}
