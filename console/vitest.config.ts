import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'console',
    maxWorkers: 3,
    isolate: false,
    include: ['test/**/*.test.ts'],
    // Its modules import style sheets, which only a bundler understands.
    server: { deps: { inline: [/@primer\/react/] } },
    globalSetup: ['./test/browser/provide-chromium.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // As long as the browser itself waits for anything: how soon it comes is no part of a test.
    expect: { poll: { timeout: 10_000 } },
  },
});
