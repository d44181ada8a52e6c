/** An object of a payload, of which nothing else is known. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object under a name, or null when there is none. */
export const fieldsIn = (fields: Fields, name: string): Fields | null => {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return isFields(value) ? value : null;
};
