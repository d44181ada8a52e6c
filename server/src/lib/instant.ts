const DAY_OR_INSTANT = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** Returns null if the text is not an existing day, which starts at midnight UTC, or a time with a zone. */
export function parseInstant(text: string): Date | null {
  const [, day] = DAY_OR_INSTANT.exec(text) ?? [];
  const midnight = new Date(`${day}T00:00Z`);
  const instant = new Date(text);
  if (day === undefined || Number.isNaN(midnight.getTime()) || Number.isNaN(instant.getTime())) return null;
  return midnight.toISOString().startsWith(day) ? instant : null;
}
