import { configDefaults, defineConfig } from 'vitest/config';
import { LEFT_OUT } from '../server/test/support/series.ts';

export default defineConfig({
  test: {
    name: 'cli',
    maxWorkers: 4,
    // As in the server's: loading takes longer than most tests.
    isolate: false,
    setupFiles: ['../scripts/tests/measure-file.ts'],
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...LEFT_OUT],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
