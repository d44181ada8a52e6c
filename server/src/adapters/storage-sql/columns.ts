/** Most rows, or values of one list, in a statement: databases bound the parameters of one. */
const CHUNK_ROWS = 500;

/** The list in pieces that fit into one statement each. */
export function chunksOf<T>(list: readonly T[]): readonly (readonly T[])[] {
  const chunks: (readonly T[])[] = [];
  for (let start = 0; start < list.length; start += CHUNK_ROWS) chunks.push(list.slice(start, start + CHUNK_ROWS));
  return chunks;
}

/**
 * The list by ascending ID, each ID once, the last mention counting.
 *
 * Every writer locks rows in this order, so two of them never wait for each other in a ring.
 */
export const inLockOrder = <T>(list: readonly T[], idOf: (item: T) => number): readonly T[] =>
  [...new Map(list.map((item) => [idOf(item), item])).values()].sort((a, b) => idOf(a) - idOf(b));

/** Text as every engine can keep it: without NUL, which PostgreSQL refuses, and with half characters replaced. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** The same for text that may be missing. */
export const storableTextOrNull = (text: string | null): string | null => (text === null ? null : storableText(text));

/** A time as it is stored: milliseconds since 1970. */
export const msOrNull = (time: Date | null): number | null => (time === null ? null : time.getTime());

/** A stored time. */
export const dateOrNull = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
