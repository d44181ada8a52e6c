import type { Job, JobRow as JobRowView } from '@orgdesk/contract';
import { ACCESS_EXPORT_KEPT_MS } from '@orgdesk/contract/limits';
import type { CodeHost } from '../code-host/code-host.ts';
import { ROW_OUTCOMES } from '../domain/job.ts';
import type { JobBlocker, JobRecord, JobRow } from './store/types.ts';

export type JobView = (job: JobRecord) => Job;

export const createJobView =
  (codeHost: Pick<CodeHost, 'hasInvitations'>): JobView =>
  (job) => {
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
      words: isBroken ? null : job.words,
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
      addsPeople: job.kind === 'invitations' && !codeHost.hasInvitations({ inviter: job.runBy.login }),
      change: job.plan !== null && 'change' in job.plan ? job.plan.change : null,
      file: job.kind === 'access-export' ? fileView(job) : null,
      createdAt: job.createdAt.toISOString(),
      endedAt: textOf(job.endedAt),
    };
  };

/** Returns when the file expires, or null if the job has none or has not ended. */
export function fileKeptUntil({ kind, endedAt, file }: Pick<JobRecord, 'kind' | 'endedAt' | 'file'>): Date | null {
  if (kind !== 'access-export' || file.removedAt !== null) return file.removedAt;
  return endedAt === null ? null : new Date(endedAt.getTime() + ACCESS_EXPORT_KEPT_MS);
}

export const rowView = (row: JobRow): JobRowView => ({
  row: row.place,
  login: row.login,
  email: row.email,
  userId: row.userId,
  role: row.role,
  teamIds: row.teamIds,
  step: row.step,
  outcome: row.state,
  words: row.words,
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
