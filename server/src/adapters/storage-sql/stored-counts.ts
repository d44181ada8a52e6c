import { type CompiledQuery, sql } from 'kysely';
import type { StoredCounts } from '../../ports/storage/readings.ts';
import type { SessionStore } from '../../ports/storage/sessions.ts';
import { lastBackup } from './backups.ts';
import type { Engine } from './engines/engine.ts';

/** Counts what stands in the database: four reads, that of the sessions being the long one. */
export async function readStoredCounts(
  { db, read }: Pick<Engine, 'db' | 'read'>,
  sessions: Pick<SessionStore, 'count'>,
  now: Date,
): Promise<StoredCounts> {
  const jobs = sql<number>`count(*)`.as('jobs');
  const invitations = db.selectFrom('invitation_jobs').select(['state', jobs]).where('ended_at', 'is', null);
  const exports = db.selectFrom('access_exports').select(['state', jobs]).where('ended_at', 'is', null);
  const countOf = async (
    kind: StoredCounts['jobs'][number]['kind'],
    query: CompiledQuery<{ readonly state: string; readonly jobs: number }>,
  ) => (await read(query)).map(({ state, jobs: count }) => ({ kind, state, jobs: Number(count) }));
  return {
    ...(await sessions.count(now)),
    backedUpAt: await lastBackup({ db, read }),
    jobs: [
      ...(await countOf('invitations', invitations.groupBy('state').compile())),
      ...(await countOf('access-export', exports.groupBy('state').compile())),
    ],
  };
}
