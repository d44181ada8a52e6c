import { type CompiledQuery, sql } from 'kysely';
import type { Engine } from '../../database/engines/engine.ts';
import { dateOrNull, msOrNull, storableText } from '../../database/rows.ts';
import type { Tables } from '../../database/schema.ts';
import type { TokenGrant } from '../../domain/session.ts';
import { CIPHER_IV_BYTES, CIPHER_TAG_BYTES } from '../../lib/limits/sessions.ts';
import { BATCH_ROWS } from '../../lib/limits/storage.ts';
import type { EncryptedToken, HostToken, SessionKey, TokenCipher } from '../../lib/secrets.ts';

const GRANT_COLUMNS = [
  'access_token_ciphertext',
  'access_token_iv',
  'access_token_tag',
  'refresh_token_ciphertext',
  'refresh_token_iv',
  'refresh_token_tag',
  'token_type',
  'token_scope',
  'access_token_expires_at',
  'refresh_token_expires_at',
] as const;

type GrantColumns = Pick<Tables['sessions'], (typeof GRANT_COLUMNS)[number]>;

/** Binds a ciphertext to its row and column; elsewhere it cannot be decrypted. */
const associatedDataOfTokens = (key: SessionKey) => ({ access: `${key}:access`, refresh: `${key}:refresh` });

export function encryptGrant(cipher: TokenCipher, key: SessionKey, grant: TokenGrant): GrantColumns {
  const dataOf = associatedDataOfTokens(key);
  const access = cipher.encrypt(grant.accessToken, dataOf.access);
  const refresh = grant.refreshToken === null ? null : cipher.encrypt(grant.refreshToken, dataOf.refresh);
  return {
    access_token_ciphertext: access.ciphertext,
    access_token_iv: access.iv,
    access_token_tag: access.tag,
    refresh_token_ciphertext: refresh?.ciphertext ?? null,
    refresh_token_iv: refresh?.iv ?? null,
    refresh_token_tag: refresh?.tag ?? null,
    token_type: storableText(grant.tokenType),
    token_scope: storableText(grant.scope),
    access_token_expires_at: msOrNull(grant.accessTokenExpiresAt),
    refresh_token_expires_at: msOrNull(grant.refreshTokenExpiresAt),
  };
}

export const NO_REFRESH_TOKEN = {
  refresh_token_ciphertext: null,
  refresh_token_iv: null,
  refresh_token_tag: null,
  refresh_token_expires_at: null,
};

export const NO_LEASE = { refresh_lease_id: null, refresh_lease_until: null };

interface EncryptedGrant
  extends Pick<GrantColumns, 'token_type' | 'token_scope' | 'access_token_expires_at' | 'refresh_token_expires_at'> {
  readonly encrypted_access_token: string;
  readonly encrypted_refresh_token: string | null;
}

export const encryptedTokens = ({ hexOf }: Pick<Engine, 'hexOf'>) => {
  const encrypted = (token: 'access_token' | 'refresh_token') =>
    sql<string>`nullif(${hexOf(`${token}_tag`)} || ${hexOf(`${token}_iv`)} || ${hexOf(`${token}_ciphertext`)}, '')`;
  return [
    encrypted('access_token').as('encrypted_access_token'),
    encrypted('refresh_token').$castTo<string | null>().as('encrypted_refresh_token'),
  ] as const;
};

const TAG_END = CIPHER_TAG_BYTES * 2;
const IV_END = TAG_END + CIPHER_IV_BYTES * 2;

const encryptedFrom = (hex: string): EncryptedToken => ({
  tag: Buffer.from(hex.slice(0, TAG_END), 'hex'),
  iv: Buffer.from(hex.slice(TAG_END, IV_END), 'hex'),
  ciphertext: Buffer.from(hex.slice(IV_END), 'hex'),
});

function isCurrent(cipher: TokenCipher, key: SessionKey, row: EncryptedGrant): boolean {
  const { access, refresh } = associatedDataOfTokens(key);
  const { encrypted_access_token: accessToken, encrypted_refresh_token: refreshToken } = row;
  return (
    cipher.isCurrent(encryptedFrom(accessToken), access) &&
    (refreshToken === null || cipher.isCurrent(encryptedFrom(refreshToken), refresh))
  );
}

/** Each encryption gives another ciphertext, so conditions can compare it. */
const ciphertextOf = (encrypted: string): Uint8Array => encryptedFrom(encrypted).ciphertext;

/** Decrypts tokens on use; an unreadable one throws then. */
export const grantOf = (cipher: TokenCipher, key: SessionKey, row: EncryptedGrant): TokenGrant =>
  new OpenedWhenUsed(cipher, key, row);

/** A class, because V8 gives each object literal with getters its own dictionary, at eight times the memory. */
class OpenedWhenUsed implements TokenGrant {
  readonly accessTokenExpiresAt: Date | null;
  readonly refreshTokenExpiresAt: Date | null;
  readonly tokenType: string;
  readonly scope: string;
  readonly #cipher: TokenCipher;
  readonly #key: SessionKey;
  readonly #encryptedAccess: string;
  readonly #encryptedRefresh: string | null;

  constructor(cipher: TokenCipher, key: SessionKey, row: EncryptedGrant) {
    this.accessTokenExpiresAt = dateOrNull(row.access_token_expires_at);
    this.refreshTokenExpiresAt = dateOrNull(row.refresh_token_expires_at);
    this.tokenType = row.token_type;
    this.scope = row.token_scope;
    this.#cipher = cipher;
    this.#key = key;
    this.#encryptedAccess = row.encrypted_access_token;
    this.#encryptedRefresh = row.encrypted_refresh_token;
  }

  get accessToken(): HostToken {
    return this.#open(this.#encryptedAccess, associatedDataOfTokens(this.#key).access);
  }

  get refreshToken(): HostToken | null {
    return this.#encryptedRefresh === null
      ? null
      : this.#open(this.#encryptedRefresh, associatedDataOfTokens(this.#key).refresh);
  }

  #open(encrypted: string, associatedData: string): HostToken {
    const token = this.#cipher.decrypt(encryptedFrom(encrypted), associatedData);
    if (token === null) throw new UnreadableToken();
    return token;
  }
}

export function isReadable(grant: TokenGrant): boolean {
  try {
    return grant.accessToken !== '' && grant.refreshToken !== '';
  } catch (error) {
    if (error instanceof UnreadableToken) return false;
    throw error;
  }
}

class UnreadableToken extends Error {
  constructor() {
    super("a session's token cannot be decrypted with any key in TOKEN_SECRET");
  }
}

/** Selects sessions that end after `now`. */
interface ReencryptRequest {
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
