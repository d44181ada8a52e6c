import { pause } from './cancel.ts';
import type { Failed, Outcome } from './outcome.ts';

const FIRST_PAUSE_MS = 500;
/** Longer waits are left to the caller. */
const PAUSE_MAX_MS = 30_000;
/** Answers of a service, or of a proxy before it, that is away for a moment. */
const PASSING = new Set([502, 503, 504]);

export interface RetryOptions {
  readonly retries: number;
  /** True if a repetition has no further effect. */
  readonly isRead: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Repeats a call that failed without having done anything, and returns the last outcome. Throws when aborted. */
export async function withRetries<Data>(
  { retries, isRead, signal }: RetryOptions,
  attempt: () => Promise<Outcome<Data>>,
): Promise<Outcome<Data>> {
  for (let count = 0; ; count += 1) {
    const outcome = await attempt();
    if (outcome.error === undefined || count >= retries || !isSafe(outcome, isRead)) return outcome;
    const pauseMs = (outcome.retryAfterSeconds ?? 0) * 1_000 || FIRST_PAUSE_MS * 2 ** count * (1 + Math.random());
    if (pauseMs > PAUSE_MAX_MS) return outcome;
    await pause(pauseMs, signal);
  }
}

/** The service refuses with 429 before it does anything. An answer that is of no use would be so again. */
const isSafe = ({ status, code }: Failed, isRead: boolean): boolean =>
  status === 429 || (isRead && (status === null ? code === undefined : PASSING.has(status)));
