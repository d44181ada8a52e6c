import { sql } from 'kysely';
import type { Engine } from '../../database/engines/engine.ts';
import { dateOrNull, msOrNull, storableText } from '../../database/rows/columns.ts';
import type { Tables } from '../../database/schema.ts';
import type { TokenGrant } from '../../domain/session.ts';
import type { HostToken, SessionKey } from '../../lib/crypto/credentials.ts';
import type { EncryptedToken, TokenCipher } from '../../lib/crypto/token-cipher.ts';
import { CIPHER_IV_BYTES, CIPHER_TAG_BYTES } from '../../lib/limits/sessions.ts';

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
const associatedDataOf = (key: SessionKey) => ({ access: `${key}:access`, refresh: `${key}:refresh` });

export function encryptGrant(cipher: TokenCipher, key: SessionKey, grant: TokenGrant): GrantColumns {
  const places = associatedDataOf(key);
  const access = cipher.encrypt(grant.accessToken, places.access);
  const refresh = grant.refreshToken === null ? null : cipher.encrypt(grant.refreshToken, places.refresh);
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

export interface EncryptedGrant
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

export function isCurrent(cipher: TokenCipher, key: SessionKey, row: EncryptedGrant): boolean {
  const { access, refresh } = associatedDataOf(key);
  const { encrypted_access_token: accessToken, encrypted_refresh_token: refreshToken } = row;
  return (
    cipher.isCurrent(encryptedFrom(accessToken), access) &&
    (refreshToken === null || cipher.isCurrent(encryptedFrom(refreshToken), refresh))
  );
}

/** Each encryption gives another ciphertext, so conditions can compare it. */
export const ciphertextOf = (encrypted: string): Uint8Array => encryptedFrom(encrypted).ciphertext;

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
    return this.#open(this.#encryptedAccess, associatedDataOf(this.#key).access);
  }

  get refreshToken(): HostToken | null {
    return this.#encryptedRefresh === null
      ? null
      : this.#open(this.#encryptedRefresh, associatedDataOf(this.#key).refresh);
  }

  #open(encrypted: string, place: string): HostToken {
    const token = this.#cipher.decrypt(encryptedFrom(encrypted), place);
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
