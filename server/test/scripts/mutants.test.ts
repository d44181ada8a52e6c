import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { MUTANTS } from '../../../scripts/mutants/list.ts';
import { mutated } from '../../../scripts/mutants/mutant.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

test('each fault that npm run mutants plants is still found in the source, once, and leaves a program', () => {
  const stale = MUTANTS.flatMap((mutant) => {
    try {
      mutated(mutant, ROOT);
      return [];
    } catch (error) {
      return [String(error)];
    }
  });
  expect(stale).toEqual([]);
});

test('each such fault has a name of its own, and tests that are there', () => {
  const names = MUTANTS.map(({ file, fault }) => `${file}: ${fault}`);
  expect(new Set(names).size).toBe(names.length);
  const missing = MUTANTS.flatMap(({ tests }) => tests).filter((path) => !existsSync(`${ROOT}/server/test/${path}`));
  expect(missing).toEqual([]);
});
