import { setImmediate as othersRun } from 'node:timers/promises';
import type { Job, JobRow as JobRowView } from '@orgdesk/contract';
import { BYTE_ORDER_MARK, csvLine } from '@orgdesk/contract/csv';
import { ACCESS_EXPORT_KEPT_MS, JOB_ROWS_PAGE_MAX } from '@orgdesk/contract/limits';
import { stepText } from '@orgdesk/contract/organizations/file/plan-texts';
import type { CodeHost } from '../code-host/code-host.ts';
import { hasInvitations } from '../code-host/people/memberships.ts';
import { type JobReason, ROW_OUTCOMES, ROW_STATES } from '../domain/job.ts';
import type { JobBlocker, JobRecord, JobRef, JobRow, JobStore } from './store/types.ts';

export function jobView(codeHost: CodeHost, job: JobRecord): Job {
  const { counts } = job;
  const isQueued = job.state === 'running' && job.waitsFor !== null;
  const isBroken = job.isGivenUp && (job.state === 'running' || job.state === 'limited');
  return {
    id: job.id,
    kind: job.kind,
    key: job.key,
    title: job.title,
    state: isBroken ? 'failed' : isQueued ? 'queued' : job.state,
    reason: isBroken ? 'internal-error' : job.reason,
    message: isBroken ? null : job.message,
    until: isBroken ? null : textOf(job.until),
    waitsFor: isQueued && !isBroken ? blockerView(job.waitsFor) : null,
    progress: progressOf(job),
    counts: {
      ready: counts.ready,
      sending: counts.sending,
      sent: counts.sent,
      'already-member': counts['already-member'],
      'already-invited': counts['already-invited'],
      'not-found': counts['not-found'],
      changed: counts.changed,
      'nothing-to-do': counts['nothing-to-do'],
      'changed-since': counts['changed-since'],
      'under-way': counts['under-way'],
      refused: counts.refused,
      failed: counts.failed,
      cancelled: counts.cancelled,
    },
    startedBy: job.startedBy.login,
    runBy: job.runBy.login,
    continuesAfterSignOut: job.approval === 'valid',
    addsPeople: job.kind === 'invitations' && !hasInvitations(codeHost, { inviter: job.runBy.login }),
    change: job.plan !== null && 'change' in job.plan ? job.plan.change : null,
    file: job.kind === 'access-export' ? fileView(job) : null,
    createdAt: job.createdAt.toISOString(),
    endedAt: textOf(job.endedAt),
  };
}

/** Returns when the file expires, or null if the job has none or has not ended. */
export function fileKeptUntil({ kind, endedAt, file }: Pick<JobRecord, 'kind' | 'endedAt' | 'file'>): Date | null {
  if (kind !== 'access-export' || file.removedAt !== null) return file.removedAt;
  return endedAt === null ? null : new Date(endedAt.getTime() + ACCESS_EXPORT_KEPT_MS);
}

export const rowView = (row: JobRow): JobRowView => ({
  row: row.position,
  login: row.login,
  email: row.email,
  userId: row.userId,
  role: row.role,
  teamIds: row.teamIds,
  step: row.step,
  outcome: row.state,
  message: row.message,
  settledAt: textOf(row.settledAt),
});

const fileView = (job: JobRecord): Job['file'] => ({
  rows: job.file.rows,
  unseen: job.file.unseen,
  expiresAt: textOf(fileKeptUntil(job)),
});

function progressOf({ kind, counts, file }: JobRecord): Job['progress'] {
  if (kind === 'access-export') return { done: file.repositoriesDone, total: file.repositoriesTotal };
  const done = ROW_OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0);
  return { done, total: done + counts.ready + counts.sending };
}

const blockerView = (blocker: JobBlocker | null): Job['waitsFor'] =>
  blocker && { id: blocker.id, title: blocker.title, state: blocker.state, runBy: blocker.runBy };

const textOf = (time: Date | null): string | null => (time === null ? null : time.toISOString());

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
export async function* allRows(jobs: JobStore, job: JobRef): AsyncGenerator<readonly JobRowView[], void> {
  let sent = 0;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows: readonly JobRow[] = await jobs.rows(job, { after, limit: JOB_ROWS_PAGE_MAX, states: ROW_STATES });
    yield rows.map(rowView);
    sent += rows.length;
    await othersRun();
    after = rows.at(-1)?.position;
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
  columns: ['row', 'login', 'email', 'role', 'teams', 'outcome', 'message', 'settled_at'],
  cells(row) {
    const { login, email, role, teamIds, outcome, message, settledAt } = row;
    return [String(row.row), login, email, role, teamIds.join(' '), outcome, message, settledAt];
  },
};

const PEOPLE: RowColumns = {
  columns: ['row', 'login', 'user_id', 'role', 'outcome', 'message', 'settled_at'],
  cells(row) {
    const { login, userId, role, outcome, message, settledAt } = row;
    return [String(row.row), login, userId === null ? null : String(userId), role, outcome, message, settledAt];
  },
};

const STEPS: RowColumns = {
  columns: ['row', 'change', 'login', 'user_id', 'team', 'repository', 'outcome', 'message', 'settled_at'],
  cells(row) {
    const { step, login, userId, outcome, message, settledAt } = row;
    const change = step === null ? null : stepText(step);
    const [team, repository] = [step?.team ?? null, step?.repository ?? null];
    const person = userId === null ? null : String(userId);
    return [String(row.row), change, login, person, team, repository, outcome, message, settledAt];
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
function whyCut(before: JobRecord, { state, reason, message }: JobRecord): string | null {
  if (state === 'failed') return message ?? (reason === null ? 'the export failed' : (FAILED[reason] ?? reason));
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
