const count = new Intl.NumberFormat();
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const minute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** A count as the reader's locale writes it. */
export const formatCount = (value: number): string => count.format(value);

/** The day of an ISO 8601 instant as the reader's locale and time zone write it; null when it is none. */
export const formatDay = (instant: string): string | null => formatted(day, instant);

/** The day and minute of an ISO 8601 instant, likewise. */
export const formatMinute = (instant: string): string | null => formatted(minute, instant);

/** The time of day of an ISO 8601 instant, likewise. */
export const formatClock = (instant: string): string | null => formatted(clock, instant);

function formatted(format: Intl.DateTimeFormat, instant: string): string | null {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? null : format.format(at);
}
