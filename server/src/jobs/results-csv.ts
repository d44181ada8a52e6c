import { setImmediate as othersRun } from 'node:timers/promises';
import type { JobRow as JobRowView } from '@orgdesk/contract';
import { BYTE_ORDER_MARK, csvLine } from '@orgdesk/contract/csv';
import { JOB_ROWS_PAGE_MAX } from '@orgdesk/contract/limits';
import { stepText } from '@orgdesk/contract/organizations/file/plan-words';
import { type JobReason, ROW_STATES } from '../domain/job.ts';
import { rowView } from './job-view.ts';
import type { JobRecord, JobRef, JobRow, JobStore } from './store/types.ts';

/** Streams results as CSV (RFC 4180) in pieces. Throws if they are removed meanwhile: no partial download may look complete. */
export const resultsCsv = (jobs: JobStore, job: JobRecord): AsyncGenerator<string, void> =>
  job.kind === 'access-export' ? fileCsv(jobs, job) : rowsCsv(jobs, job);

async function* rowsCsv(jobs: JobStore, job: JobRecord): AsyncGenerator<string, void> {
  const { columns, cells } = columnsOf(job);
  yield `${BYTE_ORDER_MARK}${csvLine(columns)}`;
  for await (const rows of allRows(jobs, job)) yield rows.map((row) => csvLine(cells(row))).join('');
}

function columnsOf({ kind }: JobRecord): RowColumns {
  if (kind === 'invitations') return INVITATIONS;
  return kind === 'organization-file' ? STEPS : PEOPLE;
}

/** Yields pages of rows. Throws if they are removed meanwhile. */
export async function* allRows(
  jobs: Pick<JobStore, 'rows' | 'find'>,
  job: JobRef,
): AsyncGenerator<readonly JobRowView[], void> {
  let sent = 0;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows: readonly JobRow[] = await jobs.rows(job, { after, limit: JOB_ROWS_PAGE_MAX, states: ROW_STATES });
    yield rows.map(rowView);
    sent += rows.length;
    await othersRun();
    after = rows.at(-1)?.place;
  }
  // Rows are removed before their job.
  const now = await jobs.find(job);
  if (now === null || sent < now.file.rows) throw new Error('a job was removed while its results were being sent');
}

interface RowColumns {
  readonly columns: readonly string[];
  readonly cells: (row: JobRowView) => readonly (string | null)[];
}

const INVITATIONS: RowColumns = {
  columns: ['row', 'login', 'email', 'role', 'teams', 'outcome', 'words', 'settled_at'],
  cells(row) {
    const { login, email, role, teamIds, outcome, words, settledAt } = row;
    return [String(row.row), login, email, role, teamIds.join(' '), outcome, words, settledAt];
  },
};

const PEOPLE: RowColumns = {
  columns: ['row', 'login', 'user_id', 'role', 'outcome', 'words', 'settled_at'],
  cells(row) {
    const { login, userId, role, outcome, words, settledAt } = row;
    return [String(row.row), login, userId === null ? null : String(userId), role, outcome, words, settledAt];
  },
};

const STEPS: RowColumns = {
  columns: ['row', 'change', 'login', 'user_id', 'team', 'repository', 'outcome', 'words', 'settled_at'],
  cells(row) {
    const { step, login, userId, outcome, words, settledAt } = row;
    const change = step === null ? null : stepText(step);
    const [team, repository] = [step?.team ?? null, step?.repository ?? null];
    const person = userId === null ? null : String(userId);
    return [String(row.row), change, login, person, team, repository, outcome, words, settledAt];
  },
};

const FILE = [
  'repository',
  'private',
  'archived',
  'login',
  'name',
  'role',
  'permission',
  'way',
  'team',
  'way_permission',
];

async function* fileCsv(jobs: JobStore, job: JobRecord): AsyncGenerator<string, void> {
  yield `${BYTE_ORDER_MARK}${csvLine(FILE)}`;
  for (let part = await jobs.partAfter(job, 0); part !== null; part = await jobs.partAfter(job, part.index)) {
    yield part.text;
    await othersRun();
  }
  const now = await jobs.find(job);
  if (now === null || now.file.removedAt !== null)
    throw new Error('an export file was removed while it was being sent');
  const why = whyCut(job, now);
  if (why !== null) yield csvLine(FILE.map((column) => (column === 'way' ? `not seen: the rest; ${why}` : null)));
}

/** Why a file has not everything; null if it has. What was written while it was sent may be missing from it. */
function whyCut(before: JobRecord, { state, reason, words }: JobRecord): string | null {
  if (state === 'failed') return words ?? (reason === null ? 'the export failed' : (FAILED[reason] ?? reason));
  if (state === 'cancelled') return 'the export was cancelled';
  return before.state === 'done' ? null : 'the export had not ended when this file was downloaded';
}

/** Used if the code host gives no message. */
const FAILED: Readonly<Partial<Record<JobReason, string>>> = {
  'session-ended': 'the session of the person who runs the export has ended',
  'rights-lost': 'the person who runs the export is no longer an owner',
  'token-rejected': 'the code host no longer accepts the token of the person who runs the export',
  unreachable: 'the code host returned no usable response for hours',
};
