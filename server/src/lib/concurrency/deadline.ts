export type StopReason = 'out-of-time' | 'shutting-down';

export interface Deadline {
  stopReason(): StopReason | null;
  /** Never rejects. */
  readonly passed: Promise<StopReason>;
  clear(): void;
}

/** Passes after `limitMs` or when `stopping` aborts. */
export function createDeadline(limitMs: number, stopping: AbortSignal): Deadline {
  const { promise: passed, resolve } = Promise.withResolvers<StopReason>();
  let reason: StopReason | null = null;
  const pass = (why: StopReason) => {
    reason ??= why;
    resolve(reason);
  };
  const stop = () => pass('shutting-down');
  const timer = setTimeout(() => pass('out-of-time'), limitMs);
  if (stopping.aborted) stop();
  else stopping.addEventListener('abort', stop, { once: true });
  return {
    stopReason: () => reason,
    passed,
    clear() {
      clearTimeout(timer);
      stopping.removeEventListener('abort', stop);
    },
  };
}
