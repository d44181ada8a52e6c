export interface MinimumProgress {
  readonly everyMs: number;
  readonly leastBytes: number;
}

/**
 * Calls `onStalled` once; the result stops watching. Checks after pending input, so that a busy process does not blame
 * the client.
 */
export function watchProgress(
  arrivedBytes: () => number,
  { everyMs, leastBytes }: MinimumProgress,
  onStalled: () => void,
): () => void {
  let before = arrivedBytes();
  let stopped = false;
  const check = () => {
    const now = arrivedBytes();
    if (stopped) return;
    if (now - before >= leastBytes) {
      before = now;
      return;
    }
    stop();
    onStalled();
  };
  const timer = setInterval(() => setImmediate(check), everyMs);
  const stop = () => {
    stopped = true;
    clearInterval(timer);
  };
  return stop;
}
