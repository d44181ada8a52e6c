/** The most similar name; null if more than a third of the letters differ. */
export const nearestName = (input: string, names: readonly string[]): string | null => nearestNames(names)(input);

/**
 * Finds the most similar of the same names again and again. Compares an input only with names that have about its
 * length and its letters, and each only until it is known not to be nearer.
 */
export function nearestNames(names: readonly string[]): (input: string) => string | null {
  const byLength = new Map<
    number,
    { readonly index: number; readonly name: string; readonly letters: Uint16Array }[]
  >();
  for (const [index, name] of names.entries()) {
    const folded = name.toLowerCase();
    const same = byLength.get(folded.length) ?? [];
    same.push({ index, name: folded, letters: lettersOf(folded) });
    byLength.set(folded.length, same);
  }
  const lengths = [...byLength.keys()];
  const found = new Map<string, string | null>();

  return (input) => {
    const folded = input.toLowerCase();
    const earlier = found.get(folded);
    if (earlier !== undefined) return earlier;
    let nearest: { readonly index: number; readonly mistakes: number } | null = null;
    const possible = lengths.filter((length) => Math.abs(length - folded.length) <= mistakesMax(length, folded.length));
    // No letters are counted of a text that is far longer than all names.
    const letters = possible.length === 0 ? null : lettersOf(folded);
    for (const length of possible)
      for (const { index, name, letters: own } of byLength.get(length) ?? []) {
        const most = Math.min(nearest?.mistakes ?? Number.POSITIVE_INFINITY, mistakesMax(length, folded.length));
        if (letters === null || differentLetters(letters, own) > most) continue;
        const mistakes = mistakesBetween(folded, name, most);
        if (mistakes > most || (nearest !== null && mistakes === nearest.mistakes && index > nearest.index)) continue;
        nearest = { index, mistakes };
      }
    const name = nearest === null ? null : (names[nearest.index] ?? null);
    found.set(folded, name);
    return name;
  };
}

const mistakesMax = (a: number, b: number): number => Math.max(1, Math.floor(Math.max(a, b) / 3));

const LETTERS = 64;

function lettersOf(text: string): Uint16Array {
  const counts = new Uint16Array(LETTERS);
  for (let index = 0; index < text.length; index += 1) {
    const letter = text.charCodeAt(index) % LETTERS;
    counts[letter] = (counts[letter] ?? 0) + 1;
  }
  return counts;
}

/** Each mistake adds at most one letter, and removes at most one. */
function differentLetters(a: Uint16Array, b: Uint16Array): number {
  let [more, less] = [0, 0];
  for (let letter = 0; letter < LETTERS; letter += 1) {
    const difference = (a[letter] ?? 0) - (b[letter] ?? 0);
    if (difference > 0) more += difference;
    else less -= difference;
  }
  return Math.max(more, less);
}

/** Optimal string alignment distance; of more than `most`, any number above it. */
export function mistakesBetween(from: string, to: string, most = Number.POSITIVE_INFINITY): number {
  const width = to.length + 1;
  let [beforeLast, last, row] = [new Uint32Array(width), new Uint32Array(width), new Uint32Array(width)];
  for (let j = 0; j < width; j += 1) last[j] = j;
  for (let i = 1; i <= from.length; i += 1) {
    row[0] = i;
    let least = i;
    for (let j = 1; j < width; j += 1) {
      const isSame = from.charCodeAt(i - 1) === to.charCodeAt(j - 1);
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (isSame ? 0 : 1));
      const isExchanged =
        i > 1 &&
        j > 1 &&
        from.charCodeAt(i - 1) === to.charCodeAt(j - 2) &&
        from.charCodeAt(i - 2) === to.charCodeAt(j - 1);
      if (isExchanged) cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    // An exchange can follow on the row before.
    if (least > most + 1) return least;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return at(last, to.length);
}

const at = (row: Uint32Array, index: number): number => row[index] ?? 0;
