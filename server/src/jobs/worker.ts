import pLimit from 'p-limit';
import {
  JOB_LEASE_MS,
  JOB_STEPS_AT_ONCE,
  JOBS_AT_ONCE,
  JOBS_CLOCK_STEP_MS,
  JOBS_PAUSE_MIN_MS,
  JOBS_POLL_MS,
} from '../domain/limits/invitation-jobs.ts';
import type { Observations } from '../ports/operators/observations.ts';
import type { Task, Traces } from '../ports/operators/traces.ts';
import type { DueJobs } from '../ports/storage/due-jobs.ts';
import type { LeaseStore } from '../ports/storage/leases.ts';
import type { Clock, Entropy, Log } from '../ports/system.ts';
import { randomHex } from '../security/secrets.ts';

export interface WorkerDeps {
  /** Used in lease names and logs. */
  readonly kind: 'invitation job' | 'access export';
  readonly due: (now: Date) => Promise<DueJobs>;
  readonly makeDue: (now: Date) => Promise<void>;
  /** Takes a job's next step under its lease. Returns false if nothing can be done now. */
  readonly advance: (id: string) => Promise<boolean>;
  readonly leases: LeaseStore;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
  readonly observations: Pick<Observations, 'noteJobFailure'>;
  readonly traces: Pick<Traces, 'within' | 'apart'>;
  /** Default: `JOB_LEASE_MS`. */
  readonly leaseMs?: number | undefined;
}

export interface Worker {
  /** Returns when something is next due, or null if unknown. */
  work(): Promise<Date | null>;
  /** The returned function resolves when the step in progress ends. */
  keepWorking(): () => Promise<void>;
  /** Reports that a job is due. */
  wake(): void;
  /** Aborted when the worker stops. The request in progress still finishes. */
  readonly stopping: AbortSignal;
}

/** Works on each job under a lease. Progress is stored, so any later holder can continue. */
export function createWorker({
  kind,
  due,
  makeDue,
  advance,
  leases,
  clock,
  entropy,
  log,
  observations,
  traces,
  leaseMs = JOB_LEASE_MS,
}: WorkerDeps): Worker {
  const holder = randomHex(entropy, 16);
  const underWay = new Set<string>();
  const limitJobs = pLimit(JOBS_AT_ONCE);
  const stop = new AbortController();
  let wakeUp: () => void = () => {};

  async function workOn(id: string): Promise<boolean> {
    const lease = `${kind} ${id}`;
    let isMore = true;
    for (let step = 0; step < JOB_STEPS_AT_ONCE && isMore && !stop.signal.aborted; step += 1) {
      if (!(await leases.acquire(lease, holder, leaseMs))) return false;
      isMore = await whileExtending(lease, () => advance(id));
    }
    await leases.release(lease, holder);
    return isMore;
  }

  async function whileExtending(lease: string, step: () => Promise<boolean>): Promise<boolean> {
    const extend = () =>
      void leases
        .acquire(lease, holder, leaseMs)
        .catch((error: unknown) => log.debug({ err: error, kind }, 'could not extend a lease'));
    const timer = setInterval(extend, leaseMs / 3);
    return step().finally(() => clearInterval(timer));
  }

  async function tryOn(id: string): Promise<boolean> {
    if (underWay.has(id)) return false;
    underWay.add(id);
    try {
      return await workOn(id);
    } catch (error) {
      observations.noteJobFailure(kind);
      log.warn({ err: error, kind, jobId: id }, 'a job failed and will be retried');
      return false;
    } finally {
      underWay.delete(id);
    }
  }

  let lastAt: number | null = null;

  /** A clock set back would leave stored times far in the future. */
  async function makeDueUnlessLater(): Promise<void> {
    const now = clock.now();
    if (lastAt === null || now.getTime() < lastAt - JOBS_CLOCK_STEP_MS) await makeDue(now);
    lastAt = now.getTime();
  }

  async function work(): Promise<Date | null> {
    await makeDueUnlessLater();
    const { ids, requestIds } = await due(clock.now());
    const worked = await Promise.all(
      ids.map((id) => limitJobs(() => traces.within(taskOf(kind, id, requestIds.get(id)), () => tryOn(id)))),
    );
    return worked.includes(true) ? clock.now() : (await due(clock.now())).nextAt;
  }

  function keepWorking(): () => Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    let working: Promise<void> | null = null;
    let isWakePending = false;

    async function workOnce(): Promise<void> {
      isWakePending = false;
      const nextAt = await work().catch((error: unknown) => {
        log.warn({ err: error, kind }, 'could not read jobs; retrying');
        return null;
      });
      const waitMs = nextAt === null ? JOBS_POLL_MS : nextAt.getTime() - clock.now().getTime();
      working = null;
      schedule(isWakePending ? 0 : Math.min(JOBS_POLL_MS, Math.max(JOBS_PAUSE_MIN_MS, waitMs)));
    }
    function schedule(ms: number): void {
      clearTimeout(timer);
      if (stop.signal.aborted) return;
      timer = setTimeout(() => {
        working = workOnce();
      }, ms);
    }
    // Separates the work from the caller's trace.
    wakeUp = () =>
      traces.apart(() => {
        isWakePending = true;
        if (working === null) schedule(0);
      });
    schedule(0);
    return async () => {
      stop.abort();
      clearTimeout(timer);
      await working;
    };
  }

  return { work, keepWorking, wake: () => wakeUp(), stopping: stop.signal };
}

const taskOf = (kind: WorkerDeps['kind'], jobId: string, reqId: string | undefined): Task => ({
  name: kind,
  fields: { jobId, ...(reqId !== undefined && { reqId }) },
  attributes: { 'orgdesk.job': jobId },
  isDetached: true,
});
