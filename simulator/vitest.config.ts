import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'simulator',
    maxWorkers: 4,
    // As in the server's: loading takes longer than most tests.
    isolate: false,
    setupFiles: ['../scripts/tests/measure-file.ts'],
    include: ['test/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // How soon something comes is no part of a test; that it comes is.
    expect: { poll: { timeout: 30_000 } },
  },
});
