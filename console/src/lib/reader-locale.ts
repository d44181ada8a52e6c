const MINUTE_MS = 60_000;

const count = new Intl.NumberFormat();
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const second = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const minute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export const formatCount = (value: number): string => count.format(value);

/** Such as "1 person" or "1,200 people". */
export const counted = (value: number, one: string, many: string): string =>
  `${formatCount(value)} ${value === 1 ? one : many}`;

/** Null for an invalid timestamp. */
export const formatDay = (instant: string): string | null => formatted(day, instant);

/** Null for an invalid timestamp. */
export const formatMinute = (instant: string): string | null => formatted(minute, instant);

/** Null for an invalid timestamp. */
export const formatSecond = (instant: string): string | null => formatted(second, instant);

/** Rounds up, and adds the day unless it is today. */
export function formatMinuteBy(at: Date, now: Date): string {
  const full = new Date(Math.ceil(at.getTime() / MINUTE_MS) * MINUTE_MS);
  return (day.format(full) === day.format(now) ? time : minute).format(full);
}

/** Null for an invalid timestamp. */
export const formatClock = (instant: string): string | null => formatted(time, instant);

function formatted(format: Intl.DateTimeFormat, instant: string): string | null {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? null : format.format(at);
}
