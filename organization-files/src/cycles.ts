/** Returns the cycle of each key that is in one. The values are keys: what a key is below, such as the parent of a team. */
export function cyclesOf<T>(parents: ReadonlyMap<T, T | null>): ReadonlyMap<T, readonly T[]> {
  const inCycle = new Map<T, readonly T[]>();
  const finished = new Set<T>();
  for (const first of parents.keys()) {
    const path = new Set<T>();
    let each: T | null = first;
    while (each !== null && !finished.has(each) && !path.has(each)) {
      path.add(each);
      each = parents.get(each) ?? null;
    }
    if (each !== null && path.has(each)) {
      const whole = [...path];
      const cycle = whole.slice(whole.indexOf(each));
      for (const member of cycle) inCycle.set(member, cycle);
    }
    for (const gone of path) finished.add(gone);
  }
  return inCycle;
}
