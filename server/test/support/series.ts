/** True for `npm run series`; `npm test` runs a short part of each long series. */
export const FULL_LENGTH = process.env.TEST_SERIES === 'full';

export const inSeries = <T>(full: T, brief: T): T => (FULL_LENGTH ? full : brief);

/** Every so-manieth of a list, the first included; all of it at full length. */
export const pieceOf = <T>(items: readonly T[], every: number): readonly T[] =>
  items.filter((_, place) => FULL_LENGTH || place % every === 0);
