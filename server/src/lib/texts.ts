const DAY_OR_INSTANT = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** Returns null if the text is not an existing day, which starts at midnight UTC, or a time with a zone. */
export function parseInstant(text: string): Date | null {
  const [, day] = DAY_OR_INSTANT.exec(text) ?? [];
  const midnight = new Date(`${day}T00:00Z`);
  const instant = new Date(text);
  if (day === undefined || Number.isNaN(midnight.getTime()) || Number.isNaN(instant.getTime())) return null;
  return midnight.toISOString().startsWith(day) ? instant : null;
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);

/** No name on the code host has a slash or a percent sign, and a proxy may decode them. */
const UNUSABLE = /[\p{Cc}/\\%]/u;

/** False for texts that would change the path they are part of, such as `..`, or that have no encoding. */
export const isPathSegment = (text: string): boolean =>
  text !== '' && !isStep(text) && text.isWellFormed() && !UNUSABLE.test(text);

/** True for what parsers of addresses resolve. */
export const isStep = (text: string): boolean => text === '.' || text === '..';

/** Repositories whose names differ in letter case only are one. */
export const foldRepository = (name: string): string => name.toLowerCase();

export const sameRepository = (a: string, b: string): boolean => foldRepository(a) === foldRepository(b);
