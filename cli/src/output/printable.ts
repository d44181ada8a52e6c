import { stripVTControlCharacters } from 'node:util';

/** Characters that separate lines or turn the direction of text, for a class of a regular expression. */
export const ACTING = String.raw`\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;

const UNPRINTABLE = new RegExp(String.raw`[\p{Cc}${ACTING}]+`, 'gu');

/** Names come from strangers: without what moves the cursor, colours, turns the direction of text, or commands a CI runner. */
export const printable = (text: string): string =>
  withoutCommands(stripVTControlCharacters(text).replace(UNPRINTABLE, ' '));

/**
 * Breaks what runners act on in the log of a job: `::error::` at the start of a line, `##[error]` and `##vso[task.complete]`
 * anywhere.
 */
export const withoutCommands = (text: string): string =>
  text.replace(/^((?:[^\S\n\r\u2028\u2029]|[\p{Cf}\u0085])*:)(?=:)/gmu, '$1 ').replace(/##(?=\w*\[)/g, '## ');

/** As part of a line of code in Markdown, which a backtick could end. */
export const inCode = (text: string): string => printable(text).replaceAll('`', "'");
