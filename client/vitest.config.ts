import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'client', maxWorkers: 3, include: ['test/**/*.test.ts'], testTimeout: 30_000 },
});
