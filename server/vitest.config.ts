import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    maxWorkers: 4,
    // Loading what tests use takes longer than most of them; no file leaves anything behind for the next in its worker.
    isolate: false,
    include: ['test/**/*.test.ts'],
    globalSetup: ['./test/support/databases/postgres.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // How soon something comes is no part of a test; that it comes is.
    expect: { poll: { timeout: 30_000 } },
  },
});
