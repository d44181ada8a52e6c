import { configDefaults, defineConfig } from 'vitest/config';
import { FULL_LENGTH } from '../server/test/support/series.ts';

export default defineConfig({
  test: {
    name: 'bench',
    setupFiles: ['../scripts/tests/measure-file.ts'],
    include: ['test/**/*.test.ts'],
    // Tests check that measuring works, which takes a while, not its results.
    exclude: FULL_LENGTH ? configDefaults.exclude : [...configDefaults.exclude, '**/*.series.test.ts'],
    testTimeout: 180_000,
  },
});
