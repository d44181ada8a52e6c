/** The one form of a date that senders may use (RFC 9110, 5.6.7); `Date` alone would take almost anything for one. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The instant in a header, or null when it holds none. */
export function httpDateOf(value: unknown): Date | null {
  if (typeof value !== 'string' || !HTTP_DATE.test(value)) return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}
