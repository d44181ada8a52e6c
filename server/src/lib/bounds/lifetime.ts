/** Longer than any lifetime. */
const CLOCK_SET_BACK_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * Options of an `LRUCache` whose entries live for `keptMs`. When the clock is set back, all of them end, because nobody
 * knows how long they have lived.
 */
export function lifetime(clock: { now(): Date }, keptMs: number) {
  let latest = clock.now().getTime();
  // `LRUCache` takes zero for an entry without a beginning.
  let passedMs = 1;
  const now = (): number => {
    const at = clock.now().getTime();
    passedMs += at < latest ? CLOCK_SET_BACK_MS : at - latest;
    latest = at;
    return passedMs;
  };
  // An `LRUCache` keeps an entry for its last millisecond too, and its default resolution remembers the time.
  return { ttl: keptMs - 1, ttlResolution: 0, perf: { now } };
}
