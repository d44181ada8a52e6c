import { randomInt } from 'node:crypto';

const LONG = process.env.TEST_SERIES === 'long';

/** True for `npm run series`, also `--long`; `npm test` runs a short part of each series. */
export const FULL_LENGTH = LONG || process.env.TEST_SERIES === 'full';

/**
 * Where random input begins: the same in each `npm test`, another in each series. `TEST_SEED` repeats a run. What is
 * chosen here, vitest's own process chooses when it reads its configuration, and its workers get it.
 */
export const SEED = seedOf(process.env.TEST_SEED);

/** Patterns of test files that this run leaves out: those of the series, and those for `--long`. */
export const LEFT_OUT: readonly string[] = [
  ...(FULL_LENGTH ? [] : ['**/*.series.test.ts']),
  ...(LONG ? [] : ['**/*.long.test.ts']),
];

/** `long` is for `npm run series -- --long`, by hand. */
export const inSeries = <T>(full: T, brief: T, long = full): T => {
  if (LONG) return long;
  return FULL_LENGTH ? full : brief;
};

/**
 * Every so-manieth of a list, the first included; in the series every `everyInSeries`, beginning at one that the seed
 * chooses; all of it with `--long`.
 */
export function pieceOf<T>(items: readonly T[], every: number, everyInSeries = 1): readonly T[] {
  const step = inSeries(everyInSeries, every, 1);
  const first = FULL_LENGTH ? Math.abs(SEED) % Math.max(1, Math.min(step, items.length)) : 0;
  return items.filter((_, index) => index % step === first);
}

function seedOf(text: string | undefined): number {
  if (text === undefined && !FULL_LENGTH) return 1_618_033_988;
  if (text === undefined) {
    const seed = randomInt(2 ** 31);
    process.env.TEST_SEED = String(seed);
    process.stderr.write(`Random input begins at TEST_SEED=${seed}\n`);
    return seed;
  }
  if (!/^-?\d{1,10}$/.test(text)) throw new Error(`TEST_SEED is ${JSON.stringify(text)}, which is no whole number`);
  return Number(text);
}
