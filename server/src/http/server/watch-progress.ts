export interface Progress {
  readonly everyMs: number;
  readonly leastBytes: number;
}

/**
 * Calls back once when too little has arrived within a span, and answers how to stop looking. What arrived while this
 * process was busy counts: the look is after what waits to be read.
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
