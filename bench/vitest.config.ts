import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'bench',
    maxWorkers: 3,
    include: ['test/**/*.test.ts'],
    testTimeout: 180_000,
  },
});
