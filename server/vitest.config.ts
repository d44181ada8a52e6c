import { configDefaults, defineConfig } from 'vitest/config';
import { LEFT_OUT } from './test/support/series.ts';

export default defineConfig({
  test: {
    maxWorkers: 4,
    // Loading what tests use takes longer than most of them; no file leaves anything behind for the next in its worker.
    isolate: false,
    setupFiles: ['../scripts/tests/measure-file.ts'],
    include: ['test/**/*.test.ts'],
    // Kills, several processes, load and lost events, over and over: `npm run series` has those.
    exclude: [...configDefaults.exclude, ...LEFT_OUT],
    globalSetup: ['./test/support/databases/postgres.ts'],
    // The last lines of a run name each unexpected problem.
    chaiConfig: { truncateThreshold: 1_000 },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // How soon something comes is no part of a test; that it comes is.
    expect: { poll: { timeout: 180_000 } },
  },
});
