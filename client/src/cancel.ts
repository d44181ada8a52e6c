/* Written out, because React Native has neither `AbortSignal.any` nor `throwIfAborted`. */

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw reasonOf(signal);
}

/** Aborts when either the caller's signal or `abort` does. `release` stops listening to the signal. */
export interface Cancellation {
  readonly signal: AbortSignal;
  readonly abort: () => void;
  readonly release: () => void;
}

export function cancellationOf(outer: AbortSignal | undefined): Cancellation {
  const inner = new AbortController();
  const abort = () => inner.abort();
  if (outer?.aborted === true) abort();
  outer?.addEventListener('abort', abort);
  return { signal: inner.signal, abort, release: () => outer?.removeEventListener('abort', abort) };
}

/** Timers end at once if they are set to more than this. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** Throws the signal's reason when aborted. */
export const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    throwIfAborted(signal);
    const abort = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      reject(signal === undefined ? null : reasonOf(signal));
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      },
      Math.min(ms, TIMER_MAX_MS),
    );
    signal?.addEventListener('abort', abort);
  });

function reasonOf(signal: AbortSignal): unknown {
  if (signal.reason !== undefined) return signal.reason;
  const reason = new Error('This operation was aborted');
  reason.name = 'AbortError';
  return reason;
}
