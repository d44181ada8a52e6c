import { RETRY_AHEAD_MAX_MS } from '../../lib/limits/code-host.ts';
import type { Clock } from '../../lib/system.ts';

/**
 * Returns `retry-after`, else the reset time of a used-up counter; null if missing, malformed, past, or more than a day
 * ahead. GitHub docs: Exceeding the rate limit.
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

const secondsIn = (value: unknown): number =>
  typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) * 1000 : Number.NaN;

/** The only date format senders may use (RFC 9110, 5.6.7); `Date` accepts far more. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

export function httpDateOf(value: unknown): Date | null {
  if (typeof value !== 'string' || !HTTP_DATE.test(value)) return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}
