import { configDefaults, defineConfig } from 'vitest/config';
import { LEFT_OUT } from '../server/test/support/series.ts';

/** The client's source, which nothing has to build first. */
const conditions = ['@orgdesk/source', 'module', 'node', 'development|production'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name: 'console',
    maxWorkers: 4,
    isolate: false,
    setupFiles: ['../scripts/tests/measure-file.ts'],
    include: ['test/**/*.test.ts'],
    // Every page in every state and without a mouse, and what comes rarely: `npm run series` has those.
    exclude: [...configDefaults.exclude, ...LEFT_OUT],
    // Its modules import style sheets, which only a bundler understands.
    server: { deps: { inline: [/@primer\/react/] } },
    globalSetup: ['./test/browser/support/provide-chromium.ts', './test/browser/support/demos/provide-demos.ts'],
    // The last lines of a run name each unexpected problem.
    chaiConfig: { truncateThreshold: 1_000 },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // As long as the browser itself waits for anything: how soon it comes is no part of a test.
    expect: { poll: { timeout: 180_000 } },
  },
});
