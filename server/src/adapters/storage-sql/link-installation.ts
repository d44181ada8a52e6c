import type { SessionStore } from '../../ports/storage.ts';
import type { Engine } from './engine.ts';
import { upsertInstallations } from './installations.ts';

/**
 * Links an installation to a session, in one transaction with caching it.
 *
 * Locks the installation, then the session, in the order of sign-ins: neither can go while the link is made. The
 * record stays when the session turns out to be gone: what was seen is true all the same.
 */
export function createLinkInstallation({ db, lockRows }: Engine): SessionStore['linkInstallation'] {
  return (key, installation, observation, now) =>
    db.transaction().execute(async (transaction) => {
      const [recorded] = await upsertInstallations(transaction, [installation], observation, now);
      if (recorded === undefined) return false;
      const session = await transaction
        .selectFrom('sessions')
        .select('session_key')
        .where('session_key', '=', key)
        .where('expires_at', '>', now.getTime())
        .modifyEnd(lockRows)
        .executeTakeFirst();
      if (session === undefined) return false;
      await transaction
        .insertInto('session_installations')
        .values({ session_key: key, installation_id: recorded })
        .onConflict((conflict) => conflict.columns(['session_key', 'installation_id']).doNothing())
        .execute();
      return true;
    });
}
