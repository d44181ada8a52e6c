import type { Transaction } from 'kysely';
import type { SessionKey } from '../../../domain/session.ts';
import type { SessionStore } from '../../../ports/storage.ts';
import { chunksOf } from '../batches.ts';
import type { Engine } from '../engines/engine.ts';
import { storeSeen } from '../installations/installations.ts';
import type { Tables } from '../schema.ts';

/**
 * Links an installation to a session, in one transaction with caching it.
 *
 * Keeps the session, then the installation, from going while the link is made. The record stays when the session
 * turns out to be gone: what was seen is true all the same.
 */
export function createLinkInstallation({ db, keepRows }: Engine): SessionStore['linkInstallation'] {
  return (key, installation, observation, now) =>
    db.transaction().execute(async (transaction) => {
      const recorded = await storeSeen(transaction, [installation], observation, now);
      const session = await transaction
        .selectFrom('sessions')
        .select('session_key')
        .where('session_key', '=', key)
        .where('expires_at', '>', now.getTime())
        .modifyEnd(keepRows)
        .executeTakeFirst();
      if (session === undefined) return false;
      const linked = await insertLinks(transaction, { key, installationIds: recorded, keepRows });
      return linked === 1;
    });
}

/** Links a session, which must not go meanwhile, to those of the installations that have a record; to how many. */
export async function insertLinks(
  db: Transaction<Tables>,
  links: {
    readonly key: SessionKey;
    readonly installationIds: readonly number[];
    readonly keepRows: Engine['keepRows'];
  },
): Promise<number> {
  let linked = 0;
  for (const chunk of chunksOf(links.installationIds)) {
    const kept = await db
      .selectFrom('host_installations')
      .select('installation_id')
      .where('installation_id', 'in', chunk)
      .orderBy('installation_id')
      .modifyEnd(links.keepRows)
      .execute();
    if (kept.length === 0) continue;
    await db
      .insertInto('session_installations')
      .values(kept.map(({ installation_id }) => ({ session_key: links.key, installation_id })))
      .onConflict((conflict) => conflict.columns(['session_key', 'installation_id']).doNothing())
      .execute();
    linked += kept.length;
  }
  return linked;
}
