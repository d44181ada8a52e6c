import type { CompiledQuery, Transaction } from 'kysely';
import type { SessionKey } from '../../../domain/session.ts';
import type { SessionStore, SignInRecord } from '../../../ports/storage/sessions.ts';
import type { TokenCipher } from '../../../security/token-cipher.ts';
import type { Engine } from '../engines/engine.ts';
import { storeObserved } from '../installations/installations.ts';
import { chunksOf, readInChunks } from '../rows/batches.ts';
import type { Tables } from '../schema.ts';
import { storeProfile } from './accounts.ts';
import { encryptGrant, NO_LEASE } from './encrypted-grant.ts';
import { createIsUnchanged } from './unchanged-sign-in.ts';

/** Most sign-ins contain nothing new: only the session and its links are written, in one round trip without waiting. */
export function createSignIn(engine: Engine, cipher: TokenCipher): SessionStore['signIn'] {
  const isUnchanged = createIsUnchanged(engine);
  return async (record) => {
    const session = sessionRow(cipher, record);
    if (await isUnchanged(record)) await engine.writeTogether(sessionStatements(engine, session, record));
    else await engine.transaction((db) => storeSignIn(db, engine, session, record));
  };
}

const sessionRow = (cipher: TokenCipher, record: SignInRecord): Tables['sessions'] => ({
  ...encryptGrant(cipher, record.key, record.grant),
  session_key: record.key,
  user_id: record.profile.user.id,
  ...NO_LEASE,
  token_version: 1,
  created_at: record.createdAt.getTime(),
  expires_at: record.expiresAt.getTime(),
});

function sessionStatements(
  { db, keepRows, isAmong, numberList }: Engine,
  session: Tables['sessions'],
  { key, client, replaces, installations }: SignInRecord,
): readonly CompiledQuery[] {
  const ids = numberList(installations.map(({ id }) => id));
  const links = db
    .insertInto('session_installations')
    .columns(['session_key', 'installation_id'])
    .expression(({ selectFrom, val }) =>
      selectFrom('host_installations')
        .select([val<string>(key).as('session_key'), 'installation_id'])
        .where(isAmong('installation_id'))
        .orderBy('installation_id')
        .modifyEnd(keepRows),
    )
    .compile();
  return [
    ...(replaces === null ? [] : [db.deleteFrom('sessions').where('session_key', '=', replaces).compile()]),
    db.insertInto('sessions').values(session).compile(),
    { ...links, parameters: [key, ids] },
    db.insertInto('session_uses').values({ session_key: key, client, used_at: null }).compile(),
  ];
}

/**
 * Locks in the order of all sign-ins: user, organizations, installations, sessions, each by ascending ID; of shared
 * rows only changed ones. Linked installations are kept from removal last.
 */
async function storeSignIn(
  db: Transaction<Tables>,
  { keepRows }: Engine,
  session: Tables['sessions'],
  { profile, installations, observation, createdAt, client, replaces, key }: SignInRecord,
): Promise<void> {
  await storeProfile(db, keepRows, profile, createdAt);
  const recorded = await storeObserved(db, installations, observation, createdAt);
  if (replaces !== null) await db.deleteFrom('sessions').where('session_key', '=', replaces).execute();
  await db.insertInto('sessions').values(session).execute();
  await insertLinks(db, keepRows, key, recorded);
  await db.insertInto('session_uses').values({ session_key: key, client, used_at: null }).execute();
}

/** The caller must keep the session from removal. */
export async function insertLinks(
  db: Transaction<Tables>,
  keepRows: Engine['keepRows'],
  key: SessionKey,
  installationIds: readonly number[],
): Promise<number> {
  const existing = await readInChunks(installationIds, (chunk) =>
    db
      .selectFrom('host_installations')
      .select('installation_id')
      .where('installation_id', 'in', chunk)
      .orderBy('installation_id')
      .modifyEnd(keepRows)
      .execute(),
  );
  for (const chunk of chunksOf(existing)) {
    await db
      .insertInto('session_installations')
      .values(chunk.map(({ installation_id }) => ({ session_key: key, installation_id })))
      .onConflict((conflict) => conflict.columns(['session_key', 'installation_id']).doNothing())
      .execute();
  }
  return existing.length;
}
