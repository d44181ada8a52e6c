import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'console',
    include: ['test/**/*.test.ts'],
    globalSetup: ['./test/browser/provide-chromium.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
