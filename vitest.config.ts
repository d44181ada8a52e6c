import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: ['server', 'simulator', 'client', 'console'],
    // The machines that run this have two cores; databases and browsers need their share.
    maxWorkers: 2,
  },
});
