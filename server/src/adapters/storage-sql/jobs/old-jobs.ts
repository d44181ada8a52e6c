import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../engines/engine.ts';

/** Which rows of the tables that older programs use, named `old`. */
export interface OldJobs {
  readonly jobs: RawBuilder<unknown>;
  readonly exports: RawBuilder<unknown>;
}

/**
 * Moves jobs and exports of older programs into the tables of all jobs. A row that an older program has marked stays
 * marked, so that it is looked up before anything is sent again. A job whose key exists is the same job.
 */
export const movesOf = ({ jobs, exports }: OldJobs): readonly RawBuilder<unknown>[] => [
  sql`insert into jobs (
      organization_id, job_id, kind, organization_login, job_key, body_hash, session_key, started_by_id, started_by_login,
      run_by_id, run_by_login, state, reason, words, until, next_at, tries, created_at, ended_at, request_id,
      steps, repositories_done, row_count, byte_count, unseen
    )
    select organization_id, job_id, 'invitations', organization_login, job_key, body_hash, session_key, started_by_id,
      started_by_login, run_by_id, run_by_login,
      case state when 'active' then 'running' when 'finished' then 'done' when 'cancelling' then 'cancelled'
        when 'stopped' then case when stopped_until is null then 'failed' else 'limited' end else state end,
      case when state = 'stopped' then stop_reason end, case when state = 'stopped' then stop_words end,
      case when state = 'stopped' then stopped_until end, next_at, tries, created_at, ended_at, request_id,
      0, 0, coalesce(row_count, (select count(*) from invitation_job_rows as line where line.job_id = old.job_id)),
      coalesce(byte_count, 600000), 0
    from invitation_jobs as old where ${jobs} on conflict do nothing`,
  sql`insert into job_rows (
      organization_id, job_id, place, login, email, role, team_ids, state, words, invitation_id, sending_at, settled_at, intent
    )
    select job.organization_id, line.job_id, line.place, line.login, line.email, line.role, line.team_ids, line.state,
      line.words, line.invitation_id, line.sending_at, line.settled_at, line.intent
    from invitation_job_rows as line inner join jobs as job on job.job_id = line.job_id
    where line.job_id in (select old.job_id from invitation_jobs as old where ${jobs}) on conflict do nothing`,
  sql`delete from invitation_job_rows where job_id in (select old.job_id from invitation_jobs as old where ${jobs})`,
  sql`delete from invitation_jobs as old where ${jobs}`,
  sql`insert into jobs (
      organization_id, job_id, kind, organization_login, job_key, body_hash, session_key, started_by_id, started_by_login,
      run_by_id, run_by_login, state, reason, until, next_at, tries, created_at, ended_at, request_id,
      place, steps, repositories_done, repositories_total, row_count, byte_count, unseen, file_removed_at
    )
    select organization_id, export_id, 'access-export', organization_login, export_id, '', session_key, started_by_id,
      started_by_login, started_by_id, started_by_login,
      case state when 'active' then 'running' when 'waiting' then 'limited' when 'stopped' then 'failed'
        when 'finished' then 'done' else state end,
      case when state = 'waiting' then case when tries > 0 then 'unreachable' else 'rate-limited' end end,
      case when state = 'waiting' then coalesce(waits_until, next_at) end, next_at, tries, created_at, ended_at, request_id,
      place, steps, repositories_done, repositories_total, row_count, byte_count, unseen, file_removed_at
    from access_exports as old where ${exports} on conflict do nothing`,
  sql`insert into job_parts (organization_id, job_id, place, lines)
    select old.organization_id, part.export_id, part.place, part.lines
    from access_export_parts as part inner join access_exports as old on old.export_id = part.export_id
    where ${exports} on conflict do nothing`,
  sql`delete from access_export_parts where export_id in (select old.export_id from access_exports as old where ${exports})`,
  sql`delete from access_exports as old where ${exports}`,
];

/** Takes over what an older program, which may still run, has started since the migration. */
export async function adoptOldJobs(engine: Engine): Promise<void> {
  const { db, read, lockRows } = engine;
  const found = await read(
    sql<{ readonly id: string }>`select job_id as id from invitation_jobs
      union all select export_id as id from access_exports limit 1`.compile(db),
  );
  if (found.length === 0) return;
  await engine.transaction(async (transaction) => {
    const jobs = await sql<{ readonly id: string }>`select job_id as id from invitation_jobs order by job_id
      ${lockRows}`.execute(transaction);
    // Whoever marks a row meanwhile finds it gone.
    await sql`select place from invitation_job_rows where ${amongIds('job_id', jobs.rows)} order by job_id, place
      ${lockRows}`.execute(transaction);
    const exports = await sql<{ readonly id: string }>`select export_id as id from access_exports order by export_id
      ${lockRows}`.execute(transaction);
    const moves = movesOf({
      jobs: amongIds('old.job_id', jobs.rows),
      exports: amongIds('old.export_id', exports.rows),
    });
    for (const move of moves) await move.execute(transaction);
  });
}

const amongIds = (column: string, rows: readonly { readonly id: string }[]): RawBuilder<unknown> =>
  rows.length === 0 ? sql`1 = 0` : sql`${sql.ref(column)} in (${sql.join(rows.map(({ id }) => id))})`;
