import { markOutage } from '../../../../ports/storage/outages.ts';

export interface WaitQueue {
  /**
   * Call the returned function once, with false if the use failed. Rejects as away if no use succeeded for a while, or
   * as busy after the longest wait.
   */
  take(): Promise<(succeeded: boolean) => void>;
  waiting(): number;
  isFull(): boolean;
}

export interface WaitQueueLimits {
  readonly slots: number;
  /** Limits a wait while no use succeeds. */
  readonly stalledMs: number;
  readonly maxWaitMs: number;
}

interface Waiter {
  readonly requestedAt: number;
  readonly enter: () => void;
  readonly giveUp: (reason: Error) => void;
}

/** Waits as long as the queue moves, so bursts are served and an outage shows soon. */
export function createWaitQueue({
  slots: places,
  stalledMs: stillMs,
  maxWaitMs: longestMs,
}: WaitQueueLimits): WaitQueue {
  let free = places;
  let progressedAt = Number.NEGATIVE_INFINITY;
  /** In order of arrival, and so of deadlines: one timer is enough. */
  const waiting = new Set<Waiter>();
  let isCheckScheduled = false;

  const giveBack = (succeeded: boolean): void => {
    if (succeeded) progressedAt = performance.now();
    const [next] = waiting;
    if (next === undefined) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next.enter();
  };

  const waitForSlot = (): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.add({ requestedAt: performance.now(), enter: resolve, giveUp: reject });
      scheduleCheck();
    });
  const leftMs = ({ requestedAt }: Waiter): number =>
    Math.min(Math.max(requestedAt, progressedAt) + stillMs, requestedAt + longestMs) - performance.now();
  const scheduleCheck = (): void => {
    const [first] = waiting;
    if (first === undefined || isCheckScheduled) return;
    isCheckScheduled = true;
    // After a pause of the process, pending input is read first.
    setTimeout(() => setImmediate(check), Math.max(0, leftMs(first))).unref();
  };
  const check = (): void => {
    isCheckScheduled = false;
    for (const waiter of waiting) {
      if (leftMs(waiter) > 0) break;
      waiting.delete(waiter);
      const isProgressing = performance.now() - progressedAt < stillMs;
      const reason = new Error('timed out waiting for a free database connection');
      waiter.giveUp(markOutage(reason, isProgressing ? 'busy' : 'away'));
    }
    scheduleCheck();
  };

  return {
    isFull: () => free === 0,
    async take() {
      if (free > 0) free -= 1;
      else await waitForSlot();
      return giveBack;
    },
    waiting: () => waiting.size,
  };
}
