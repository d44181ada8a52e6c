import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import LongestFirst from './scripts/tests/sequencer.ts';
import server from './server/vitest.config.ts';

const ROOT = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  test: {
    // All but the console's pages are one project, whose processes load the service once. Both say `maxWorkers: 4` for
    // themselves: what is said here does not reach them, and their own default on two cores is one file after the other.
    // Four keep two cores busy, because one or another waits for a time limit.
    projects: [
      {
        ...server,
        root: 'server',
        test: {
          ...server.test,
          name: 'node',
          dir: ROOT,
          include: ['{server,organization-files,simulator,client,cli,bench}/test/**/*.test.ts'],
        },
      },
      'console',
    ],
    sequence: { sequencer: LongestFirst },
  },
});
