import { setImmediate as othersRun } from 'node:timers/promises';
import { BYTE_ORDER_MARK, csvLine } from '@orgdesk/contract/csv';
import { JOB_ROWS_PAGE_MAX } from '@orgdesk/contract/limits';
import { ROW_STATES } from '../../domain/invitations/invitation-job.ts';
import type { InvitationJobStore, JobRow } from '../../ports/storage/invitation-jobs.ts';
import { rowView } from './job-view.ts';

const COLUMNS = ['row', 'login', 'email', 'role', 'teams', 'outcome', 'words', 'settled_at'] as const;

/** Streams the rows as CSV (RFC 4180), page by page. */
export async function* resultsCsv(jobs: Pick<InvitationJobStore, 'rows' | 'find'>, id: string): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${csvLine(COLUMNS)}`;
  let sent = 0;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows: readonly JobRow[] = await jobs.rows(id, { after, limit: JOB_ROWS_PAGE_MAX, states: ROW_STATES });
    yield rows.map(lineOfRow).join('');
    sent += rows.length;
    await othersRun();
    after = rows.at(-1)?.place;
  }
  // No partial download may look complete. Rows are removed before their job.
  const counts: Readonly<Record<string, number>> = (await jobs.find(id))?.counts ?? {};
  const left = Object.values(counts).reduce((sum, rows) => sum + rows, 0);
  if (left < sent || left === 0) throw new Error('an invitation job was removed while its results were being sent');
}

function lineOfRow(row: JobRow): string {
  const view = rowView(row);
  const { login, email, role, teamIds, outcome, words, settledAt } = view;
  return csvLine([String(view.row), login, email, role, teamIds.join(' '), outcome, words, settledAt]);
}
