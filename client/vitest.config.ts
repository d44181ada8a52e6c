import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'client', maxWorkers: 2, include: ['test/**/*.test.ts'], testTimeout: 30_000 },
});
