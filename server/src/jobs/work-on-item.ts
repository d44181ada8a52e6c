import { outageIn } from '../database/engines/engine.ts';
import { type WorkKind, workName } from '../domain/job.ts';
import type { Runtime } from '../domain/runtime.ts';
import {
  WORK_ATTEMPTS_MAX,
  WORK_LIMIT_MS,
  WORK_RETRY_MAX_MS,
  WORK_RETRY_MS,
  WORK_SLOW_MS,
} from '../lib/limits/jobs.ts';
import { withoutCredentials } from '../lib/secrets.ts';
import type { Entropy } from '../lib/system.ts';
import type { Task } from '../lib/traces.ts';
import type { ClaimedWork } from './store/claim.ts';
import type { DueWorkStore } from './store/due-work.ts';

/** The pause doubles with each try. Up to half is random, so that failed jobs do not retry together. */
export function retryPauseMs(tries: number, entropy: Entropy): number {
  const wholeMs = Math.min(WORK_RETRY_MAX_MS, WORK_RETRY_MS * 2 ** (tries - 1));
  const [byte = 0] = entropy.bytes(1);
  return Math.ceil(wholeMs * (0.5 + byte / 510));
}

/** Called when a step turns out to be slow. */
type OnSlow = () => void;

interface RunningItem {
  readonly item: ClaimedWork;
  readonly end: AbortController;
  /** By `performance.now()`. Another instance may have the item afterwards. */
  heldUntil: number;
}

/** Does claimed items while extending their leases. */
export function createRunItem(
  { clock, entropy, log, observations, traces }: Runtime,
  store: DueWorkStore,
  leaseMs: number,
) {
  const running = new Map<string, RunningItem>();
  let heartbeat: NodeJS.Timeout | undefined;

  async function extendLeases(): Promise<void> {
    const items = [...running.values()];
    const heldUntil = performance.now() + leaseMs;
    const held = await store.extend(
      items.map(({ item }) => item),
      leaseMs,
    );
    for (const each of items) {
      if (held.has(workName(each.item))) each.heldUntil = heldUntil;
      else each.end.abort(LOST);
    }
  }

  /** If the database does not answer, nobody else reports that a lease is over. */
  function endUnheld(): void {
    const soon = performance.now() + leaseMs / 6;
    for (const { end, heldUntil } of running.values()) if (heldUntil <= soon) end.abort(LOST);
  }

  /** Extends the item's lease until the returned function is called. */
  function keepLease(item: ClaimedWork, end: AbortController): () => void {
    running.set(workName(item), { item, end, heldUntil: performance.now() + leaseMs });
    heartbeat ??= setInterval(() => {
      endUnheld();
      extendLeases().catch((error: unknown) => log.debug({ err: error }, 'could not extend leases'));
    }, leaseMs / 3);
    return () => {
      running.delete(workName(item));
      if (running.size > 0) return;
      clearInterval(heartbeat);
      heartbeat = undefined;
    };
  }

  /** Returns a function that ends the watch and returns whether the step was slow. */
  function watchTime({ slowAtOnce }: WorkKind, item: ClaimedWork, onSlow: OnSlow): () => boolean {
    if (slowAtOnce === undefined) return () => false;
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      onSlow();
      if (!item.isSlow)
        store.noteSlow(item).catch((error: unknown) => log.debug({ err: error }, 'could not note a slow step'));
    }, WORK_SLOW_MS);
    return () => {
      clearTimeout(timer);
      return isSlow;
    };
  }

  async function workOn(kind: WorkKind, item: ClaimedWork, stopping: AbortSignal, end: AbortController) {
    const { limitMs = WORK_LIMIT_MS, schedule } = kind;
    const timer = setTimeout(() => end.abort(new Error(`not finished after ${limitMs} ms`)), limitMs);
    try {
      const ended = rejectedBy(end.signal);
      const nextAt = await Promise.race([kind.work(item, AbortSignal.any([stopping, end.signal])), ended]);
      return nextAt ?? (schedule === undefined ? null : after(schedule.everyMs));
    } finally {
      clearTimeout(timer);
    }
  }

  async function fail(kind: WorkKind, item: ClaimedWork, error: unknown): Promise<void> {
    const { name, attemptsMax = WORK_ATTEMPTS_MAX, schedule } = kind;
    // An unavailable database is no fault of the item.
    const attempts = item.attempts + (outageIn(error) === null ? 1 : 0);
    const isLast = attempts >= attemptsMax;
    const fields = { err: error, kind: name, jobId: item.key, attempts };
    observations.noteJobFailure(name);
    if (isLast && schedule === undefined) log.error(fields, 'a job failed too often and is on the dead list');
    else log.warn(fields, 'a job failed and will be retried');
    const retryAt = isLast
      ? schedule === undefined
        ? null
        : after(schedule.everyMs)
      : after(retryPauseMs(Math.max(1, attempts), entropy));
    await store.fail(item, { attempts, error: reasonIn(error), retryAt }, clock.now());
  }

  /** Returns true if the item is finished. */
  async function run(kind: WorkKind, item: ClaimedWork, stopping: AbortSignal, onSlow: OnSlow): Promise<boolean> {
    const { attemptsMax = WORK_ATTEMPTS_MAX, schedule } = kind;
    if (stopping.aborted) {
      await store.release(item);
      return false;
    }
    const end = new AbortController();
    const letGo = keepLease(item, end);
    const endWatch = watchTime(kind, item, onSlow);
    try {
      if (item.attempts >= attemptsMax && schedule === undefined) throw new Error('its instances vanished');
      const nextAt = await workOn(kind, item, stopping, end);
      const done = { ...item, isSlow: endWatch() };
      await (nextAt === null ? store.finish(done) : store.reschedule(done, nextAt, clock.now()));
      return nextAt === null;
    } catch (error) {
      if (error !== LOST) await fail(kind, { ...item, isSlow: endWatch() }, error);
      return false;
    } finally {
      endWatch();
      letGo();
    }
  }

  const after = (ms: number): Date => new Date(clock.now().getTime() + ms);

  return {
    isRunning: (item: ClaimedWork): boolean => running.has(workName(item)),
    /** Rejects if the outcome cannot be stored; then the lease expires. */
    run: (kind: WorkKind, item: ClaimedWork, stopping: AbortSignal, onSlow: OnSlow): Promise<boolean> =>
      kind.schedule === undefined
        ? traces.within(taskOf(item), () => run(kind, item, stopping, onSlow))
        : traces.apart(() => run(kind, item, stopping, onSlow)),
  };
}

const LOST = new Error('another instance has the item, or may have it');

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
}

/** Owners and terminals show it, so it is one line without credentials. */
function reasonIn(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return withoutCredentials(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' '), '[secret]');
}

const taskOf = ({ kind, key, requestId }: ClaimedWork): Task => ({
  name: kind,
  fields: { jobId: key, ...(requestId !== null && { reqId: requestId }) },
  attributes: { 'orgdesk.job': key },
  isDetached: true,
});
