import { sql } from 'kysely';
import type { SessionKey } from '../../../domain/session.ts';
import type { ListedSession, SessionStore, SessionUse } from '../../../ports/storage.ts';
import { workThrough } from '../batches.ts';
import type { Engine } from '../engines/engine.ts';

/** Sessions as people and operators see them: who has which, and when each was used last. */
export function createListedSessions({
  db,
  read,
  writeTogether,
}: Engine): Pick<SessionStore, 'ofUser' | 'noteUses' | 'usersCalled' | 'count'> {
  const noteUse = ({ key, at }: SessionUse) =>
    db
      .insertInto('session_uses')
      .columns(['session_key', 'used_at'])
      .expression(({ selectFrom, val }) =>
        selectFrom('sessions')
          .select(['session_key', val<number | null>(at.getTime()).as('used_at')])
          .where('session_key', '=', key),
      )
      .onConflict((conflict) =>
        conflict
          .column('session_key')
          .doUpdateSet({ used_at: at.getTime() })
          .where(({ eb, or, ref }) =>
            or([eb(ref('session_uses.used_at'), 'is', null), eb(ref('session_uses.used_at'), '<', at.getTime())]),
          ),
      )
      .compile();

  return {
    async ofUser(userId, now, limit) {
      const rows = await read(
        db
          .selectFrom('sessions')
          .leftJoin('session_uses', 'session_uses.session_key', 'sessions.session_key')
          .select(['sessions.session_key', 'created_at', 'expires_at', 'client', 'used_at'])
          .where('user_id', '=', userId)
          .where('expires_at', '>', now.getTime())
          .orderBy(({ fn }) => fn.coalesce('used_at', 'created_at'), 'desc')
          .orderBy('sessions.session_key')
          .limit(limit)
          .compile(),
      );
      return rows.map(
        (row): ListedSession => ({
          key: row.session_key as SessionKey,
          createdAt: new Date(row.created_at),
          expiresAt: new Date(row.expires_at),
          client: row.client,
          usedAt: row.used_at === null ? null : new Date(row.used_at),
        }),
      );
    },
    async noteUses(uses) {
      // In one order, so that two instances that note the same sessions never wait for each other in a ring.
      await workThrough(uses.toSorted(byKey), (batch) => writeTogether(batch.map(noteUse)));
    },
    async usersCalled(login) {
      const query = db
        .selectFrom('host_users')
        .select(['user_id', 'login'])
        .where(sql`lower(login)`, '=', login.toLowerCase())
        .orderBy('user_id');
      return (await read(query.compile())).map((row) => ({ id: row.user_id, login: row.login }));
    },
    async count(now) {
      const query = db
        .selectFrom('sessions')
        .select(({ fn }) => [fn.countAll<number>().as('sessions'), fn.count<number>('user_id').distinct().as('users')])
        .where('expires_at', '>', now.getTime());
      const [row] = await read(query.compile());
      return { sessions: Number(row?.sessions ?? 0), users: Number(row?.users ?? 0) };
    },
  };
}

const byKey = (a: SessionUse, b: SessionUse): number => (a.key < b.key ? -1 : 1);
