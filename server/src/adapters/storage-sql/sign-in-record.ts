import type { Transaction } from 'kysely';
import type { SignInRecord } from '../../ports/storage.ts';
import type { TokenCipher } from '../../security/token-cipher.ts';
import { storeProfile } from './accounts.ts';
import { chunksOf } from './columns.ts';
import type { Engine } from './engine.ts';
import { upsertInstallations } from './installations.ts';
import type { Tables } from './schema.ts';
import { sealGrant } from './sealed-grant.ts';

/**
 * Stores a sign-in inside the transaction it is given.
 *
 * All sign-ins lock in one order: user, organizations, installations, sessions, each by ascending ID. What
 * many people share comes last, so that it is locked for the shortest time.
 */
export async function storeSignIn(
  db: Transaction<Tables>,
  engine: Pick<Engine, 'keepRows'>,
  cipher: TokenCipher,
  record: SignInRecord,
): Promise<void> {
  await storeProfile(db, engine, record.profile, record.createdAt);
  const recorded = await upsertInstallations(db, record.installations, record.observation, record.createdAt);
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
  for (const chunk of chunksOf(recorded)) {
    await db
      .insertInto('session_installations')
      .values(chunk.map((id) => ({ session_key: record.key, installation_id: id })))
      .execute();
  }
}
