/** The most similar name; null if more than a third of the letters differ. */
export function nearestName(input: string, names: readonly string[]): string | null {
  const lowerCaseInput = input.toLowerCase();
  const [nearest] = names
    .map((name) => ({ name, mistakes: mistakesBetween(lowerCaseInput, name.toLowerCase()) }))
    .filter(
      ({ name, mistakes }) => mistakes <= Math.max(1, Math.floor(Math.max(name.length, lowerCaseInput.length) / 3)),
    )
    .toSorted((a, b) => a.mistakes - b.mistakes);
  return nearest?.name ?? null;
}

/** Optimal string alignment distance. */
export function mistakesBetween(from: string, to: string): number {
  let [beforeLast, last]: [readonly number[], readonly number[]] = [
    [],
    Array.from({ length: to.length + 1 }, (_, n) => n),
  ];
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      const exchanged = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (last[j - 1] ?? 0) + (isSame ? 0 : 1),
          exchanged ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [beforeLast, last] = [last, row];
  }
  return last[to.length] ?? 0;
}
