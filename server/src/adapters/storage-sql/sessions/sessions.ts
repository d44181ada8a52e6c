import type { Transaction } from 'kysely';
import type { SessionKey } from '../../../domain/session.ts';
import type { SessionStore, SignInRecord } from '../../../ports/storage.ts';
import type { Log } from '../../../ports/system.ts';
import type { TokenCipher } from '../../../security/token-cipher.ts';
import { chunksOf, readInChunks } from '../batches.ts';
import { deleteExpired } from '../clearing.ts';
import type { Engine } from '../engines/engine.ts';
import { storeSeen } from '../installations/installations.ts';
import type { Tables } from '../schema.ts';
import { storeProfile } from './accounts.ts';
import { createFindSession } from './find-session.ts';
import { createRefreshLeases } from './refresh-lease.ts';
import { NO_LEASE, sealGrant } from './sealed-grant.ts';

/** Sessions over SQL. A session is found by the hash it is stored under; nothing in the database opens one. */
export function createSessionStore(engine: Engine, cipher: TokenCipher, log: Log): SessionStore {
  const { db, read, keepRows, lockRows } = engine;
  return {
    ...createRefreshLeases(engine, cipher),
    find: createFindSession(engine, cipher, log),
    signIn: (record) =>
      db.transaction().execute((transaction) => storeSignIn(transaction, { cipher, keepRows }, record)),
    linkInstallation: (key, installation, observation, now) =>
      db.transaction().execute(async (transaction) => {
        // Session, then installation, are kept from going while the link is made. The record stays when the session turns
        // out to be gone: what was seen is true all the same.
        const recorded = await storeSeen(transaction, [installation], observation, now);
        const session = await transaction
          .selectFrom('sessions')
          .select('session_key')
          .where('session_key', '=', key)
          .where('expires_at', '>', now.getTime())
          .modifyEnd(keepRows)
          .executeTakeFirst();
        return session !== undefined && (await insertLinks(transaction, keepRows, key, recorded)) === 1;
      }),
    deleteExpired: (now) => deleteExpired(engine, now),
    async delete(key) {
      const deleted = await db.deleteFrom('sessions').where('session_key', '=', key).executeTakeFirstOrThrow();
      return deleted.numDeletedRows === 1n;
    },
    async deleteOfUser(userId, begunUntil) {
      const deleted = await db
        .deleteFrom('sessions')
        .where('session_key', 'in', ({ selectFrom }) =>
          selectFrom('sessions')
            .select('session_key')
            .where('user_id', '=', userId)
            .where('created_at', '<=', begunUntil.getTime())
            .orderBy('session_key')
            .modifyEnd(lockRows),
        )
        .executeTakeFirstOrThrow();
      return Number(deleted.numDeletedRows);
    },
    async keysOfUser(userId) {
      const rows = await read(db.selectFrom('sessions').select('session_key').where('user_id', '=', userId).compile());
      return rows.map((row) => row.session_key as SessionKey);
    },
    async useState(stateHash, expiresAt) {
      const used = await db
        .insertInto('used_states')
        .values({ state_hash: stateHash, expires_at: expiresAt.getTime() })
        .onConflict((conflict) => conflict.column('state_hash').doNothing())
        .executeTakeFirstOrThrow();
      return used.numInsertedOrUpdatedRows === 1n;
    },
  };
}

/**
 * Stores a sign-in inside the transaction it is given.
 *
 * All sign-ins lock in one order: user, organizations, installations, sessions, each by ascending ID, and of what
 * people share only what changed. The installations that are linked are kept from being removed last of all.
 */
async function storeSignIn(
  db: Transaction<Tables>,
  { cipher, keepRows }: Pick<Engine, 'keepRows'> & { readonly cipher: TokenCipher },
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
      ...NO_LEASE,
      token_version: 1,
      created_at: record.createdAt.getTime(),
      expires_at: record.expiresAt.getTime(),
    })
    .execute();
  await insertLinks(db, keepRows, record.key, recorded);
}

/**
 * Links a session, which must not go meanwhile, to those of the installations that have a record, which cannot go then
 * either; to how many.
 */
async function insertLinks(
  db: Transaction<Tables>,
  keepRows: Engine['keepRows'],
  key: SessionKey,
  installationIds: readonly number[],
): Promise<number> {
  const kept = await readInChunks(installationIds, (chunk) =>
    db
      .selectFrom('host_installations')
      .select('installation_id')
      .where('installation_id', 'in', chunk)
      .orderBy('installation_id')
      .modifyEnd(keepRows)
      .execute(),
  );
  for (const chunk of chunksOf(kept)) {
    await db
      .insertInto('session_installations')
      .values(chunk.map(({ installation_id }) => ({ session_key: key, installation_id })))
      .onConflict((conflict) => conflict.columns(['session_key', 'installation_id']).doNothing())
      .execute();
  }
  return kept.length;
}
