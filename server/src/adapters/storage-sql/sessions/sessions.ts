import type { Transaction } from 'kysely';
import type { SessionKey } from '../../../domain/session.ts';
import type { SessionStore, SignInRecord } from '../../../ports/storage.ts';
import type { Log } from '../../../ports/system.ts';
import type { TokenCipher } from '../../../security/token-cipher.ts';
import { deleteExpired } from '../clearing.ts';
import type { Engine } from '../engines/engine.ts';
import { storeSeen } from '../installations/installations.ts';
import type { Tables } from '../schema.ts';
import { storeProfile } from './accounts.ts';
import { createFindSession } from './find-session.ts';
import { createLinkInstallation, insertLinks } from './links.ts';
import { createRefreshLeases } from './refresh-lease.ts';
import { sealGrant } from './sealed-grant.ts';

/** Sessions over SQL. A session is found by the hash it is stored under; nothing in the database opens one. */
export function createSessionStore(engine: Engine, cipher: TokenCipher, log: Log): SessionStore {
  const { db, read, keepRows, lockRows } = engine;
  return {
    ...createRefreshLeases(engine, cipher),
    find: createFindSession(engine, cipher, log),
    signIn: (record) =>
      db.transaction().execute((transaction) => storeSignIn(transaction, { cipher, keepRows }, record)),
    linkInstallation: createLinkInstallation(engine),
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
  { cipher, keepRows }: { readonly cipher: TokenCipher; readonly keepRows: Engine['keepRows'] },
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
