import { configDefaults, defineConfig } from 'vitest/config';
import { LEFT_OUT } from '../server/test/support/series.ts';

export default defineConfig({
  test: {
    name: 'bench',
    setupFiles: ['../scripts/tests/measure-file.ts'],
    include: ['test/**/*.test.ts'],
    // Tests check that measuring works, which takes a while, not its results.
    exclude: [...configDefaults.exclude, ...LEFT_OUT],
    testTimeout: 180_000,
  },
});
