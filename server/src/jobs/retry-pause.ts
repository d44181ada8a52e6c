import { JOB_TRY_PAUSE_MAX_MS, JOB_TRY_PAUSE_MS } from '../domain/limits/invitation-jobs.ts';
import type { Entropy } from '../ports/system.ts';

/**
 * How long a job waits after so many tries without an answer. The pause doubles with each try; up to half of it is left to
 * chance, so that jobs that failed together do not come back together.
 */
export function retryPauseMs(tries: number, entropy: Entropy): number {
  const wholeMs = Math.min(JOB_TRY_PAUSE_MAX_MS, JOB_TRY_PAUSE_MS * 2 ** (tries - 1));
  const [byte = 0] = entropy.bytes(1);
  return Math.ceil(wholeMs * (0.5 + byte / 510));
}
