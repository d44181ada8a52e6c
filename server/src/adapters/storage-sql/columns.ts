/** Text as every engine can keep it: without NUL, which PostgreSQL refuses, and with half characters replaced. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** The same for text that may be missing. */
export const storableTextOrNull = (text: string | null): string | null => (text === null ? null : storableText(text));

/** A time as it is stored: milliseconds since 1970. */
export const msOrNull = (time: Date | null): number | null => (time === null ? null : time.getTime());

/** A stored time. */
export const dateOrNull = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** The request IDs that are known, by what they belong to. */
export const requestIdsOf = (
  rows: readonly { readonly id: string; readonly requestId: string | null }[],
): ReadonlyMap<string, string> =>
  new Map(rows.flatMap(({ id, requestId }) => (requestId === null ? [] : [[id, requestId] as const])));
