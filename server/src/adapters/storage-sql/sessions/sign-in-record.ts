import type { Transaction } from 'kysely';
import type { SignInRecord } from '../../../ports/storage.ts';
import type { TokenCipher } from '../../../security/token-cipher.ts';
import type { Engine } from '../engines/engine.ts';
import { storeSeen } from '../installations/installations.ts';
import type { Tables } from '../schema.ts';
import { storeProfile } from './accounts.ts';
import { insertLinks } from './link-installation.ts';
import { sealGrant } from './sealed-grant.ts';

/** What a sign-in is stored with. */
export interface SignInParts {
  readonly cipher: TokenCipher;
  readonly keepRows: Engine['keepRows'];
}

/**
 * Stores a sign-in inside the transaction it is given.
 *
 * All sign-ins lock in one order: user, organizations, installations, sessions, each by ascending ID, and of what
 * people share only what changed. The installations that are linked are kept from being removed last of all.
 */
export async function storeSignIn(
  db: Transaction<Tables>,
  { cipher, keepRows }: SignInParts,
  record: SignInRecord,
): Promise<void> {
  await storeProfile(db, keepRows, record.profile, record.createdAt);
  const recorded = await storeSeen(db, record.installations, record.observation, record.createdAt);
  if (record.replaces !== null) {
    await db.deleteFrom('sessions').where('session_key', '=', record.replaces).execute();
  }
  await db
    .insertInto('sessions')
    .values({
      ...sealGrant(cipher, record.key, record.grant),
      session_key: record.key,
      user_id: record.profile.user.id,
      token_version: 1,
      refresh_lease_id: null,
      refresh_lease_until: null,
      created_at: record.createdAt.getTime(),
      expires_at: record.expiresAt.getTime(),
    })
    .execute();
  await insertLinks(db, { key: record.key, installationIds: recorded, keepRows });
}
