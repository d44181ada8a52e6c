const count = new Intl.NumberFormat();
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** A count as the reader's locale writes it. */
export const formatCount = (value: number): string => count.format(value);

/** The day of an ISO 8601 instant as the reader's locale and time zone write it; null when it is none. */
export function formatDay(instant: string): string | null {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? null : day.format(at);
}
