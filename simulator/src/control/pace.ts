export interface RequestPace {
  readonly count: number;
  /** UTC keys such as `2026-01-31T09:30` and `2026-01-31T09`. */
  readonly byMinute: Readonly<Record<string, number>>;
  readonly byHour: Readonly<Record<string, number>>;
  readonly mostInAMinute: number;
  readonly mostInAnHour: number;
}

export const paceOf = (times: readonly number[]): RequestPace => ({
  count: times.length,
  byMinute: counted(times.map((at) => new Date(at).toISOString().slice(0, 16))),
  byHour: counted(times.map((at) => new Date(at).toISOString().slice(0, 13))),
  mostInAMinute: mostWithin(times, 60_000),
  mostInAnHour: mostWithin(times, 3_600_000),
});

export function counted(names: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries(counts);
}

function mostWithin(times: readonly number[], spanMs: number): number {
  let [first, most] = [0, 0];
  for (const [last, at] of times.entries()) {
    while ((times[first] ?? at) <= at - spanMs) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
