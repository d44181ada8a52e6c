export type StopReason = 'out-of-time' | 'shutting-down';

export interface Deadline {
  stopReason(): StopReason | null;
  /** Resolves at the cut-off; never rejects. */
  readonly passed: Promise<StopReason>;
  clear(): void;
}

/** The cut-off happens after `limitMs` or when `stopping` aborts. */
export function createDeadline(limitMs: number, stopping: AbortSignal): Deadline {
  const { promise: happened, resolve } = Promise.withResolvers<StopReason>();
  let cut: StopReason | null = null;
  const come = (why: StopReason) => {
    cut ??= why;
    resolve(cut);
  };
  const stop = () => come('shutting-down');
  const timer = setTimeout(() => come('out-of-time'), limitMs);
  if (stopping.aborted) stop();
  else stopping.addEventListener('abort', stop, { once: true });
  return {
    stopReason: () => cut,
    passed: happened,
    clear() {
      clearTimeout(timer);
      stopping.removeEventListener('abort', stop);
    },
  };
}
