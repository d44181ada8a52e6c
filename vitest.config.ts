import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Each of them says `maxWorkers: 2` for itself: what is said here does not reach them, and their own default on two
    // cores is one file after the other. More than two, and databases and browsers would go short.
    projects: ['server', 'simulator', 'client', 'console'],
  },
});
