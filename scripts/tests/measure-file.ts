import { afterAll } from 'vitest';
import { endedProcessorSeconds } from './ended-processor-seconds.ts';

/** What a test file cost the process that ran it. */
export interface FileCost {
  readonly clockMs: number;
  readonly processorMs: number;
  /** Of programs that it started and that ended; null where the system does not tell. */
  readonly programsMs: number | null;
  /** Resident memory of the process at the end. */
  readonly residentBytes: number;
}

declare module 'vitest' {
  interface TaskMeta {
    cost?: FileCost;
  }
}

const [startedAt, before, endedBefore] = [performance.now(), process.cpuUsage(), endedProcessorSeconds()];

// Hooks end in reverse order, so that this one, of the first setup file, is the last.
// biome-ignore lint/correctness/noEmptyPattern: the runner reads fixtures from the pattern.
afterAll(({}, file) => {
  const { user, system } = process.cpuUsage(before);
  const ended = endedProcessorSeconds();
  file.meta.cost = {
    clockMs: performance.now() - startedAt,
    processorMs: (user + system) / 1000,
    programsMs: ended === null || endedBefore === null ? null : Math.round((ended - endedBefore) * 1000),
    residentBytes: process.memoryUsage.rss(),
  };
});
