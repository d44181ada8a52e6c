import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'simulator', maxWorkers: 3, include: ['test/**/*.test.ts'], testTimeout: 15_000 },
});
