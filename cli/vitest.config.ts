import { configDefaults, defineConfig } from 'vitest/config';
import { FULL_LENGTH } from '../server/test/support/series.ts';

export default defineConfig({
  test: {
    name: 'cli',
    maxWorkers: 4,
    // As in the server's: loading takes longer than most tests.
    isolate: false,
    setupFiles: ['../scripts/tests/measure-file.ts'],
    include: ['test/**/*.test.ts'],
    exclude: FULL_LENGTH ? configDefaults.exclude : [...configDefaults.exclude, '**/*.series.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
