import type { HostToken, SessionKey, TokenGrant } from '../../../domain/session.ts';
import type { TokenCipher } from '../../../security/token-cipher.ts';
import { dateOrNull, msOrNull, storableText } from '../columns.ts';
import type { Tables } from '../schema.ts';

/** What a grant fills of a session row. */
export const GRANT_COLUMNS = [
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

/** Binds a ciphertext to its row and column: moved elsewhere it does not open. */
const placesOf = (key: SessionKey) => ({ access: `${key}:access`, refresh: `${key}:refresh` });

/** The grant as columns of a session row, its tokens sealed. */
export function sealGrant(cipher: TokenCipher, key: SessionKey, grant: TokenGrant): GrantColumns {
  const places = placesOf(key);
  const access = cipher.seal(grant.accessToken, places.access);
  const refresh = grant.refreshToken === null ? null : cipher.seal(grant.refreshToken, places.refresh);
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

/** The columns that hold a refresh token, empty. */
export const NO_REFRESH_TOKEN = {
  refresh_token_ciphertext: null,
  refresh_token_iv: null,
  refresh_token_tag: null,
  refresh_token_expires_at: null,
};

/** The columns of a refresh lease, empty. */
export const NO_LEASE = { refresh_lease_id: null, refresh_lease_until: null };

/** The grant of a session row, or null when one of its tokens does not open. */
export function openGrant(cipher: TokenCipher, key: SessionKey, row: GrantColumns): TokenGrant | null {
  const places = placesOf(key);
  const accessToken = cipher.open(
    { ciphertext: row.access_token_ciphertext, iv: row.access_token_iv, tag: row.access_token_tag },
    places.access,
  );
  if (accessToken === null) return null;
  const refreshToken = openRefreshToken(cipher, places.refresh, row);
  if (refreshToken === undefined) return null;
  return {
    accessToken,
    accessTokenExpiresAt: dateOrNull(row.access_token_expires_at),
    refreshToken,
    refreshTokenExpiresAt: dateOrNull(row.refresh_token_expires_at),
    tokenType: row.token_type,
    scope: row.token_scope,
  };
}

/** The refresh token, null when there is none, undefined when it does not open. */
function openRefreshToken(cipher: TokenCipher, place: string, row: GrantColumns): HostToken | null | undefined {
  const { refresh_token_ciphertext: ciphertext, refresh_token_iv: iv, refresh_token_tag: tag } = row;
  if (ciphertext === null || iv === null || tag === null) return null;
  return cipher.open({ ciphertext, iv, tag }, place) ?? undefined;
}
