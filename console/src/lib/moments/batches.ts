/** Maximum people per request. Specification: mass invite. */
export const PEOPLE_A_REQUEST = 50;

/** Splits items into groups of at most `size`. */
export const batchesOf = <T>(items: readonly T[], size: number = PEOPLE_A_REQUEST): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, batch) => items.slice(batch * size, (batch + 1) * size));
