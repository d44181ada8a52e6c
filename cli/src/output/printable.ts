import { stripVTControlCharacters } from 'node:util';

/** Names come from strangers: without what moves the cursor, colours, or turns the direction of text. */
export const printable = (text: string): string =>
  stripVTControlCharacters(text).replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ');

/** As part of a line of code in Markdown, which a backtick could end. */
export const inCode = (text: string): string => printable(text).replaceAll('`', "'");
