import { SHUTDOWN_LIMIT_MS, SIGNAL_REPEAT_MS } from '../../domain/limits/process.ts';
import type { Log } from '../../ports/system.ts';

export interface StopOptions {
  /** Time to keep serving after the first signal, so that load balancers can stop sending requests. */
  readonly delayMs: number;
  /** Aborted at the first signal. */
  readonly stopping: AbortController;
  readonly close: () => Promise<void>;
  readonly log: Log;
}

/**
 * Becomes unready, keeps serving for the delay, closes, then exits. A second signal ends the delay; one while closing
 * exits at once. npm repeats terminal signals, so simultaneous ones count once.
 */
export function stopOnSignals({ delayMs, stopping, close, log }: StopOptions): void {
  let latestAt = Number.NEGATIVE_INFINITY;
  let delay: NodeJS.Timeout | null = null;
  let isClosing = false;

  const closeNow = (signal: NodeJS.Signals) => {
    isClosing = true;
    if (delay !== null) clearTimeout(delay);
    setTimeout(() => process.exit(1), SHUTDOWN_LIMIT_MS).unref();
    void close().then(() => {
      log.info({ signal }, 'stopped');
      // Background work would find the database closed.
      process.exit(0);
    });
  };
  const stop = (signal: NodeJS.Signals) => {
    const now = performance.now();
    if (now - latestAt < SIGNAL_REPEAT_MS) return;
    latestAt = now;
    if (isClosing) process.exit(1);
    const isFirst = !stopping.signal.aborted;
    stopping.abort();
    if (!isFirst || delayMs === 0) return closeNow(signal);
    log.info({ signal, delayMs }, 'stopping: no longer ready, serving requests until the shutdown delay ends');
    delay = setTimeout(closeNow, delayMs, signal);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
}
