import { RETRY_AHEAD_MAX_MS } from '../../../domain/limits/code-host.ts';
import type { Clock } from '../../../ports/system.ts';

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

/** The one form of a date that senders may use (RFC 9110, 5.6.7); `Date` alone would take almost anything for one. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The instant in a header, or null when it holds none. */
export function httpDateOf(value: unknown): Date | null {
  if (typeof value !== 'string' || !HTTP_DATE.test(value)) return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}
