import pLimit from 'p-limit';
import { JOB_LEASE_MS, JOB_ROWS_AT_ONCE, JOBS_AT_ONCE, JOBS_POLL_MS } from '../domain/limits.ts';
import type { CodeHost } from '../ports/code-host.ts';
import type { CountSends } from '../ports/invitation-jobs.ts';
import type { LeaseStore, SessionStore, Storage } from '../ports/storage.ts';
import type { Clock, Entropy, Log } from '../ports/system.ts';
import { randomHex } from '../security/secrets.ts';
import type { LiveRights } from '../sessions/live-rights.ts';
import { createAdvanceJob } from './advance-job.ts';
import { createCountSends } from './count-sends.ts';
import { createLookUp } from './look-up.ts';
import { createRunnerOf } from '../jobs/runner.ts';
import { createSendRow } from './send-row.ts';

export interface InvitationJobsDeps {
  readonly codeHost: CodeHost;
  readonly storage: Pick<Storage, 'invitationJobs'> & { readonly leases: LeaseStore };
  readonly sessions: Pick<SessionStore, 'find'>;
  readonly liveRights: LiveRights;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
  /** Default: `JOB_LEASE_MS`. */
  readonly leaseMs?: number | undefined;
}

/** What sends the rows of jobs. */
export interface InvitationJobs {
  /** Does what is due now on this instance; when something is due next, as far as is known. */
  work(): Promise<Date | null>;
  /** Works whenever something is due, until it is told to stop; that resolves when the call under way is over. */
  keepWorking(): () => Promise<void>;
  readonly countSends: CountSends;
  /** Says that something is due now: a job was begun or goes on. */
  wake(): void;
}

/**
 * Works on one job of each organization at a time, under a lease, so that one instance does. What is sent, and when, stands
 * in the database before it is sent: whoever has the lease next goes on from there.
 */
export function createInvitationJobs(deps: InvitationJobsDeps): InvitationJobs {
  const { storage, codeHost, clock, entropy, log, leaseMs = JOB_LEASE_MS } = deps;
  const { invitationJobs: jobs, leases } = storage;
  const advance = createAdvanceJob({
    jobs,
    runnerOf: createRunnerOf({ ...deps, jobs }),
    lookUp: createLookUp(codeHost),
    sendRow: createSendRow({ codeHost, jobs, clock, isStopped: () => isStopped }),
    clock,
    log,
  });
  const holder = randomHex(entropy, 16);
  const underWay = new Set<string>();
  const oneOfFew = pLimit(JOBS_AT_ONCE);
  let isStopped = false;
  let wakeUp: () => void = () => {};

  /** Whether there is more to do at once. */
  async function workOn(id: string): Promise<boolean> {
    const lease = `invitation job ${id}`;
    let isMore = true;
    for (let row = 0; row < JOB_ROWS_AT_ONCE && isMore && !isStopped; row += 1) {
      if (!(await leases.acquire(lease, holder, leaseMs))) return false;
      isMore = await advance(id);
    }
    await leases.release(lease, holder);
    return isMore;
  }

  async function tryOn(id: string): Promise<boolean> {
    if (underWay.has(id)) return false;
    underWay.add(id);
    try {
      return await workOn(id);
    } catch (error) {
      log.warn({ err: error, jobId: id }, 'an invitation job could not go on; it is tried again');
      return false;
    } finally {
      underWay.delete(id);
    }
  }

  async function work(): Promise<Date | null> {
    const { ids } = await jobs.due(clock.now());
    const worked = await Promise.all(ids.map((id) => oneOfFew(() => tryOn(id))));
    return worked.includes(true) ? clock.now() : (await jobs.due(clock.now())).nextAt;
  }

  function keepWorking(): () => Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    let working: Promise<void> | null = null;
    let isWanted = false;

    async function workOnce(): Promise<void> {
      isWanted = false;
      const nextAt = await work().catch((error: unknown) => {
        log.warn({ err: error }, 'invitation jobs could not be looked up; it is tried again');
        return null;
      });
      const waitMs = nextAt === null ? JOBS_POLL_MS : nextAt.getTime() - clock.now().getTime();
      working = null;
      schedule(isWanted ? 0 : Math.min(JOBS_POLL_MS, Math.max(SHORTEST_PAUSE_MS, waitMs)));
    }
    function schedule(ms: number): void {
      clearTimeout(timer);
      if (isStopped) return;
      timer = setTimeout(() => {
        working = workOnce();
      }, ms);
    }
    wakeUp = () => {
      isWanted = true;
      if (working === null) schedule(0);
    };
    schedule(0);
    return async () => {
      isStopped = true;
      clearTimeout(timer);
      await working;
    };
  }

  return {
    work,
    keepWorking,
    countSends: createCountSends({ jobs, clock, entropy, log }),
    wake: () => wakeUp(),
  };
}

/** Between two looks, however soon something is due. */
const SHORTEST_PAUSE_MS = 5;
