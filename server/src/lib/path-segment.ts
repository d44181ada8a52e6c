/** No name on the code host has a slash or a percent sign, and a proxy may decode them. */
const UNUSABLE = /[\p{Cc}/\\%]/u;

/** False for texts that would change the path they are part of, such as `..`, or that have no encoding. */
export const isPathSegment = (text: string): boolean =>
  text !== '' && !isStep(text) && text.isWellFormed() && !UNUSABLE.test(text);

/** True for what parsers of addresses resolve. */
export const isStep = (text: string): boolean => text === '.' || text === '..';
