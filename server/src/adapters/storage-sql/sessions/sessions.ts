import type { SessionKey } from '../../../domain/session.ts';
import type { SessionStore } from '../../../ports/storage/sessions.ts';
import type { Log } from '../../../ports/system.ts';
import type { TokenCipher } from '../../../security/token-cipher.ts';
import { deleteExpired } from '../clearing.ts';
import type { Engine } from '../engines/engine.ts';
import { storeObserved } from '../installations/installations.ts';
import { createFindSession } from './find-session.ts';
import { createListedSessions } from './listed-sessions.ts';
import { createRefreshLeases } from './refresh-lease.ts';
import { createSessionStamps } from './session-stamps.ts';
import { createSignIn, insertLinks } from './sign-in.ts';

/** Sessions are stored under a hash; nothing in the database opens one. */
export function createSessionStore(engine: Engine, cipher: TokenCipher, log: Log): SessionStore {
  const { db, read, keepRows, lockRows } = engine;
  return {
    ...createRefreshLeases(engine, cipher),
    ...createListedSessions(engine),
    ...createFindSession(engine, cipher, log),
    stampsOf: createSessionStamps(engine),
    signIn: createSignIn(engine, cipher),
    linkInstallation: (key, installation, observation, now) =>
      engine.transaction(async (transaction) => {
        // Session, then installation, are kept from removal. The record stays if the session is gone: the observation
        // is still true.
        const recorded = await storeObserved(transaction, [installation], observation, now);
        const session = await transaction
          .selectFrom('sessions')
          .select('session_key')
          .where('session_key', '=', key)
          .where('expires_at', '>', now.getTime())
          .modifyEnd(keepRows)
          .executeTakeFirst();
        return session !== undefined && (await insertLinks(transaction, keepRows, key, recorded)) === 1;
      }),
    deleteExpired: (now, stop) => deleteExpired(engine, now, stop),
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
