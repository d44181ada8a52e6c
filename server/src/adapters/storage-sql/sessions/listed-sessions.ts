import { sql } from 'kysely';
import type { SessionKey } from '../../../domain/session.ts';
import type { ListedSession, SessionStore, SessionUse } from '../../../ports/storage/sessions.ts';
import type { Engine } from '../engines/engine.ts';
import { workThrough } from '../rows/batches.ts';

export function createListedSessions({
  db,
  read,
}: Engine): Pick<SessionStore, 'ofUser' | 'noteUses' | 'usersCalled' | 'count'> {
  /**
   * One statement for all, as single ones take longer than the reads they record. `cross join` keeps SQLite from
   * scanning all sessions.
   */
  const noteAll = (uses: readonly SessionUse[]) => sql`
    insert into session_uses (session_key, used_at)
    select sessions.session_key, cast(noted.column2 as bigint)
    from (values ${sql.join(uses.map(({ key, at }) => sql`(${key}, ${at.getTime()})`))}) as noted
    cross join sessions where sessions.session_key = noted.column1
    order by sessions.session_key
    on conflict (session_key) do update set used_at = excluded.used_at
    where session_uses.used_at is null or session_uses.used_at < excluded.used_at`;

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
      // Sorted to prevent deadlocks between instances.
      await workThrough(uses.toSorted(byKey), (batch) => noteAll(batch).execute(db));
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
