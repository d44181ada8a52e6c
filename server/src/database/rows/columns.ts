/** Removes NUL, which PostgreSQL rejects, and replaces lone surrogates. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

export const storableTextOrNull = (text: string | null): string | null => (text === null ? null : storableText(text));

export const msOrNull = (time: Date | null): number | null => (time === null ? null : time.getTime());

export const dateOrNull = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
