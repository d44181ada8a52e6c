import { configDefaults, defineConfig } from 'vitest/config';
import { FULL_LENGTH } from '../server/test/support/series.ts';

export default defineConfig({
  test: {
    name: 'bench',
    include: ['test/**/*.test.ts'],
    // What is measured is no part of a test; that it can be measured is, and takes a while.
    exclude: FULL_LENGTH ? configDefaults.exclude : [...configDefaults.exclude, '**/*.series.test.ts'],
    testTimeout: 180_000,
  },
});
