import { afterAll } from 'vitest';

/** What a test file cost the process that ran it; programs that it started are not included. */
export interface FileCost {
  readonly clockMs: number;
  readonly processorMs: number;
  /** Resident memory of the process at the end. */
  readonly residentBytes: number;
}

declare module 'vitest' {
  interface TaskMeta {
    cost?: FileCost;
  }
}

const [startedAt, before] = [performance.now(), process.cpuUsage()];

// Hooks end in reverse order, so that this one, of the first setup file, is the last.
// biome-ignore lint/correctness/noEmptyPattern: the runner reads fixtures from the pattern.
afterAll(({}, file) => {
  const { user, system } = process.cpuUsage(before);
  file.meta.cost = {
    clockMs: performance.now() - startedAt,
    processorMs: (user + system) / 1000,
    residentBytes: process.memoryUsage.rss(),
  };
});
