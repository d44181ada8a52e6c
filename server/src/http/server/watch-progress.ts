export interface Progress {
  readonly everyMs: number;
  readonly leastBytes: number;
}

/**
 * Calls `onStalled` once; the result stops watching. Checks after pending input, so that a busy process does not blame
 * the client.
 */
export function watchProgress(
  arrivedBytes: () => number,
  { everyMs, leastBytes }: Progress,
  onStalled: () => void,
): () => void {
  let before = arrivedBytes();
  let stopped = false;
  const look = () => {
    const now = arrivedBytes();
    if (stopped) return;
    if (now - before >= leastBytes) {
      before = now;
      return;
    }
    stop();
    onStalled();
  };
  const timer = setInterval(() => setImmediate(look), everyMs);
  const stop = () => {
    stopped = true;
    clearInterval(timer);
  };
  return stop;
}
