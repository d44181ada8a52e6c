import type { InvitationJob, InvitationJobRow } from '@orgdesk/contract';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { JobRecord, JobRow } from '../../ports/storage/invitation-jobs.ts';

export type JobView = (job: JobRecord) => InvitationJob;

export const createJobView =
  (codeHost: Pick<CodeHost, 'hasInvitations'>): JobView =>
  (job) => {
    const { stopReason: reason, stopWords: words, stoppedUntil, counts } = job;
    return {
      id: job.id,
      key: job.key,
      state: stateOf(job),
      stop: job.state !== 'stopped' || reason === null ? null : { reason, words, until: textOf(stoppedUntil) },
      counts: {
        ready: counts.ready,
        sending: counts.sending,
        sent: counts.sent,
        'already-member': counts['already-member'],
        'already-invited': counts['already-invited'],
        'not-found': counts['not-found'],
        refused: counts.refused,
        failed: counts.failed,
        cancelled: counts.cancelled,
      },
      startedBy: job.startedBy.login,
      runBy: job.runBy.login,
      addsPeople: !codeHost.hasInvitations({ inviter: job.runBy.login }),
      createdAt: job.createdAt.toISOString(),
      endedAt: textOf(job.endedAt),
    };
  };

function stateOf({ state, waits }: JobRecord): InvitationJob['state'] {
  if (state !== 'active') return state;
  return waits ? 'waiting' : 'running';
}

export const rowView = (row: JobRow): InvitationJobRow => ({
  row: row.place,
  login: row.login,
  email: row.email,
  role: row.role,
  teamIds: row.teamIds,
  outcome: row.state,
  words: row.words,
  settledAt: textOf(row.settledAt),
});

const textOf = (time: Date | null): string | null => (time === null ? null : time.toISOString());
