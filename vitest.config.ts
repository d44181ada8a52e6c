import { defineConfig } from 'vitest/config';
import LongestFirst from './scripts/tests/sequencer.ts';

export default defineConfig({
  test: {
    // Each of them says `maxWorkers: 4` for itself: what is said here does not reach them, and their own default on two
    // cores is one file after the other. Four keep two cores busy, because one or another waits for a time limit.
    projects: ['server', 'simulator', 'client', 'cli', 'console', 'bench'],
    sequence: { sequencer: LongestFirst },
  },
});
