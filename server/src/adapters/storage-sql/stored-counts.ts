import { type CompiledQuery, sql } from 'kysely';
import type { StoredCounts } from '../../ports/storage/readings.ts';
import type { SessionStore } from '../../ports/storage/sessions.ts';
import { lastBackup } from './backups.ts';
import type { Engine } from './engines/engine.ts';

const sum = (column: string) => sql<number>`coalesce(sum(${sql.raw(column)}), 0)`;

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
  const [ofJobs] = await read(
    db
      .selectFrom('invitation_jobs')
      .select([sum('row_count').as('rows'), sum('byte_count').as('bytes')])
      .compile(),
  );
  const [ofExports] = await read(
    db
      .selectFrom('access_exports')
      .select([sql<number>`count(*)`.as('rows'), sum('byte_count').as('bytes')])
      .compile(),
  );
  // Numbers have no gaps, so rows need not be counted.
  const [ofTrails] = await read(
    db.selectFrom('audit_heads').select(sum('newest_number - first_number + 1').as('rows')).compile(),
  );
  return {
    ...(await sessions.count(now)),
    backedUpAt: await lastBackup({ db, read }),
    jobs: [
      ...(await countOf('invitations', invitations.groupBy('state').compile())),
      ...(await countOf('access-export', exports.groupBy('state').compile())),
    ],
    stored: [
      { kind: 'invitation-job', rows: Number(ofJobs?.rows ?? 0), bytes: Number(ofJobs?.bytes ?? 0) },
      { kind: 'access-export', rows: Number(ofExports?.rows ?? 0), bytes: Number(ofExports?.bytes ?? 0) },
      { kind: 'audit-trail', rows: Number(ofTrails?.rows ?? 0), bytes: null },
    ],
  };
}
