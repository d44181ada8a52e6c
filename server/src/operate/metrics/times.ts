import { performance } from 'node:perf_hooks';

export interface Times {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
}

export const SYSTEM_TIMES: Times = { now: () => Date.now(), elapsed: () => performance.now() };
