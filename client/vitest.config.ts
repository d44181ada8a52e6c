import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'client',
    maxWorkers: 4,
    // As in the server's: loading takes longer than most tests.
    isolate: false,
    include: ['test/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
