import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    maxWorkers: 3,
    include: ['test/**/*.test.ts'],
    globalSetup: ['./test/support/postgres.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
