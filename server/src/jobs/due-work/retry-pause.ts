import { WORK_RETRY_MAX_MS, WORK_RETRY_MS } from '../../lib/limits/due-work.ts';
import type { Entropy } from '../../lib/system.ts';

/** The pause doubles with each try. Up to half is random, so that failed jobs do not retry together. */
export function retryPauseMs(tries: number, entropy: Entropy): number {
  const wholeMs = Math.min(WORK_RETRY_MAX_MS, WORK_RETRY_MS * 2 ** (tries - 1));
  const [byte = 0] = entropy.bytes(1);
  return Math.ceil(wholeMs * (0.5 + byte / 510));
}
