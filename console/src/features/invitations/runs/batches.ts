/** How many people the service invites with one request. Specification: mass invite. */
export const INVITEES_MAX = 50;

/** The same items in the same order, in groups of at most `size`. */
export const batchesOf = <T>(items: readonly T[], size: number = INVITEES_MAX): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, batch) => items.slice(batch * size, (batch + 1) * size));
