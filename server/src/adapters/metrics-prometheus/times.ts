import { performance } from 'node:perf_hooks';

/** The times that metrics go by, so that tests can turn them. */
export interface Times {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsed: () => number;
}

export const SYSTEM_TIMES: Times = { now: () => Date.now(), elapsed: () => performance.now() };
