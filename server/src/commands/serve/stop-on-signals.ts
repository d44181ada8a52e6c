import { SHUTDOWN_LIMIT_MS, SIGNAL_REPEAT_MS } from '../../domain/limits/process.ts';
import type { Log } from '../../ports/system.ts';

export interface StopOptions {
  /** How long the service serves on after the first signal, so that whoever sends requests here can stop doing so. */
  readonly delayMs: number;
  /** Told of the first signal. */
  readonly stopping: AbortController;
  readonly close: () => Promise<void>;
  readonly log: Log;
}

/**
 * Ends the process on SIGTERM or SIGINT: it stops being ready, serves on for the delay, then closes.
 *
 * A second signal ends the delay, one while it closes ends the process at once. npm passes on what a terminal has sent
 * to the service too, so signals that arrive together are one.
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
      // What goes on behind the answers (lists being fetched) is not waited for: it would find the database closed.
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
    log.info({ signal, delayMs }, 'stopping: not ready any more, and serving on for a while');
    delay = setTimeout(closeNow, delayMs, signal);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
}
