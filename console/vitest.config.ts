import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'console',
    maxWorkers: 3,
    include: ['test/**/*.test.ts'],
    globalSetup: ['./test/browser/provide-chromium.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
