import { createRunnerOf } from '../jobs/runner.ts';
import { createWorker, type Worker, type WorkerDeps } from '../jobs/worker.ts';
import type { CodeHost } from '../ports/code-host/code-host.ts';
import type { Observations } from '../ports/operators/observations.ts';
import type { CountSends, InvitationJobStore } from '../ports/storage/invitation-jobs.ts';
import type { LeaseStore } from '../ports/storage/leases.ts';
import type { SessionStore } from '../ports/storage/sessions.ts';
import type { Storage } from '../ports/storage/storage.ts';
import type { LiveRights } from '../sessions/live-rights.ts';
import { createAdvanceJob } from './advance-job.ts';
import { createCountSends } from './count-sends.ts';
import { createLookUp } from './look-up.ts';
import { createSendRow } from './send-row.ts';

export interface InvitationJobsDeps extends Pick<WorkerDeps, 'clock' | 'entropy' | 'log' | 'traces' | 'leaseMs'> {
  readonly codeHost: CodeHost;
  readonly storage: Pick<Storage, 'invitationJobs'> & { readonly leases: LeaseStore };
  readonly sessions: Pick<SessionStore, 'find'>;
  readonly liveRights: LiveRights;
  readonly observations: Pick<Observations, 'noteJobFailure' | 'noteRow'>;
}

export interface InvitationJobs extends Worker {
  readonly countSends: CountSends;
}

/** Works on one job per organization at a time. */
export function createInvitationJobs(deps: InvitationJobsDeps): InvitationJobs {
  const { storage, codeHost, clock, entropy, log, observations } = deps;
  const { leases } = storage;
  const jobs = countedRows(storage.invitationJobs, observations);
  const advance = createAdvanceJob({
    jobs,
    runnerOf: createRunnerOf(deps),
    liveRights: deps.liveRights,
    lookUp: createLookUp(codeHost),
    sendRow: createSendRow({ codeHost, jobs, clock, isStopped: () => worker.stopping.aborted }),
    clock,
    entropy,
    log,
  });
  const worker = createWorker({
    ...deps,
    kind: 'invitation job',
    due: (now) => jobs.due(now),
    makeDue: (now) => jobs.makeDue(now),
    advance,
    leases,
  });
  return { ...worker, countSends: createCountSends({ jobs, clock, entropy, log }) };
}

const countedRows = (jobs: InvitationJobStore, observations: Pick<Observations, 'noteRow'>): InvitationJobStore => ({
  ...jobs,
  async settle(jobId, place, from, settled, now) {
    const isSettled = await jobs.settle(jobId, place, from, settled, now);
    if (isSettled) observations.noteRow(settled.outcome);
    return isSettled;
  },
});
