const MINUTE_MS = 60_000;

const count = new Intl.NumberFormat();
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const second = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const minute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A count as the reader's locale writes it. */
export const formatCount = (value: number): string => count.format(value);

/** So many of something, as in "1 person" and "1,200 people". */
export const counted = (value: number, one: string, many: string): string =>
  `${formatCount(value)} ${value === 1 ? one : many}`;

/** The day of an ISO 8601 instant as the reader's locale and time zone write it; null when it is none. */
export const formatDay = (instant: string): string | null => formatted(day, instant);

/** The day and minute of an ISO 8601 instant, likewise. */
export const formatMinute = (instant: string): string | null => formatted(minute, instant);

/** The day and second of an ISO 8601 instant, likewise. */
export const formatSecond = (instant: string): string | null => formatted(second, instant);

/**
 * The minute by which a moment has come, in the reader's locale and time zone, with its day when that is not the day
 * of `now`.
 */
export function formatMinuteBy(moment: Date, now: Date): string {
  const full = new Date(Math.ceil(moment.getTime() / MINUTE_MS) * MINUTE_MS);
  return (day.format(full) === day.format(now) ? time : minute).format(full);
}

/** The time of day of an ISO 8601 instant, likewise. */
export const formatClock = (instant: string): string | null => formatted(time, instant);

function formatted(format: Intl.DateTimeFormat, instant: string): string | null {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? null : format.format(at);
}
