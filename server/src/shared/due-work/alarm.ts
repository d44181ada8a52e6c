export type Alarm = ReturnType<typeof createAlarm>;

/** Lets a loop wait until a time, or until something happens. */
export function createAlarm() {
  const stop = new AbortController();
  let wakeUp: () => void = () => {};
  let isRung = false;
  let isRefreshDue = true;
  let refreshedAtMs = Number.NEGATIVE_INFINITY;

  const ring = ({ refresh }: { readonly refresh: boolean }): void => {
    isRung = true;
    if (refresh) isRefreshDue = true;
    wakeUp();
  };

  return {
    stopping: stop.signal,
    ring,
    /** Returns whether a refresh was requested or the last one was that long ago. */
    takeRefresh(everyMs: number): boolean {
      const isDue = isRefreshDue || performance.now() - refreshedAtMs >= everyMs;
      isRefreshDue = false;
      if (isDue) refreshedAtMs = performance.now();
      return isDue;
    },
    /** Resolves at once if it rang since the last wait. */
    async wait(ms: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      wakeUp = resolve;
      if (!isRung && !stop.signal.aborted) await promise;
      isRung = false;
      clearTimeout(timer);
    },
    stop(): void {
      stop.abort();
      wakeUp();
    },
  };
}
