import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEED } from '../series.ts';
import { cases } from './properties.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const FEW = cases({ brief: 20, full: 40 });

test("a property that fails says for what, and how to repeat it: (it's $HOME)", async () => {
  const isSmall = (count: number) => {
    if (count >= 3) throw new Error(`${count} is too many`);
  };
  const message = new RegExp(
    [
      /^Property failed after \d+ cases; to repeat it: (TEST_SERIES=\w+ )?TEST_SEED=-?\d+ /,
      /npx vitest run --root server test\/support\/random\/properties\.test\.ts -t '\^a property .* \\\(it'\\''s \\\$HOME\\\)\$'\n/,
      /Seed -?\d+, path "[\d:]+", shrunk \d+ times\nCounterexample: \[3\]\nError: 3 is too many$/,
    ]
      .map(({ source }) => source)
      .join(''),
  );
  const counts = fc.nat({ max: 1_000 });
  expect(() => fc.assert(fc.property(counts, isSmall), FEW)).toThrow(message);
  const asserted = fc.assert(
    fc.asyncProperty(counts, async (count) => isSmall(count)),
    FEW,
  );
  await expect(asserted).rejects.toThrow(message);
});

test('a property that cannot find cases fails', () => {
  const never = fc.property(fc.boolean(), () => fc.pre(false));
  expect(() => fc.assert(never, FEW)).toThrow('too many pre-condition failures');
});

test('random input is that of the seed of the run', () => {
  const drawn = fc.sample(fc.integer(), 5);
  expect(drawn).toEqual(fc.sample(fc.integer(), { numRuns: 5, seed: SEED }));
  expect(drawn).not.toEqual(fc.sample(fc.integer(), { numRuns: 5, seed: SEED + 1 }));
});

test('each property begins at the seed of the run', () => {
  const paths = globSync('{server,console,client,cli,simulator,bench}/test/**/*.test.ts', { cwd: ROOT });
  const texts = paths.map((path) => [path, readFileSync(`${ROOT}${path}`, 'utf8')] as const);
  const withProperties = texts.filter(([, text]) => /\bfc\.(assert|check|sample)\b/.test(text));
  expect(withProperties.length).toBeGreaterThan(10);
  expect(withProperties.filter(([, text]) => !text.includes("/properties.ts'")).map(([path]) => path)).toEqual([]);
});
