import { configDefaults, defineConfig } from 'vitest/config';
import { FULL_LENGTH } from '../server/test/support/series.ts';

export default defineConfig({
  test: {
    name: 'console',
    maxWorkers: 4,
    isolate: false,
    include: ['test/**/*.test.ts'],
    // Every page in every state and without a mouse, and what comes rarely: `npm run series` has those.
    exclude: FULL_LENGTH ? configDefaults.exclude : [...configDefaults.exclude, '**/*.series.test.ts'],
    // Its modules import style sheets, which only a bundler understands.
    server: { deps: { inline: [/@primer\/react/] } },
    globalSetup: ['./test/browser/support/provide-chromium.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // As long as the browser itself waits for anything: how soon it comes is no part of a test.
    expect: { poll: { timeout: 30_000 } },
  },
});
