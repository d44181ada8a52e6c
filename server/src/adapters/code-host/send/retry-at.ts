import { RETRY_AHEAD_MAX_MS } from '../../../domain/limits.ts';
import type { Clock } from '../../../ports/system.ts';
import { httpDateOf } from './http-date.ts';

/**
 * Until when a limit lasts: `retry-after`, else the reset of a counter that is used up. Null when neither is there, or
 * says nothing usable: no time at all, one that has passed, or one more than a day ahead.
 *
 * GitHub docs: Rate limits for the REST API, Exceeding the rate limit.
 */
export function retryAtOf(headers: Readonly<Record<string, unknown>>, clock: Clock): Date | null {
  const { 'retry-after': retryAfter, 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset } = headers;
  if (retryAfter === undefined && remaining !== '0') return null;
  const now = clock.now().getTime();
  const moments = [afterOf(retryAfter, now), remaining === '0' ? secondsIn(reset) : Number.NaN];
  const usable = moments.find((moment) => moment > now && moment - now <= RETRY_AHEAD_MAX_MS);
  return usable === undefined ? null : new Date(usable);
}

function afterOf(value: unknown, now: number): number {
  return httpDateOf(value)?.getTime() ?? now + secondsIn(value);
}

/** Whole seconds in milliseconds, or no number. */
const secondsIn = (value: unknown): number =>
  typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) * 1000 : Number.NaN;
