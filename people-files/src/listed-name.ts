import { PREVIEW_NAME_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import { isFullName } from './cells.ts';

/** Control characters, and those that change the direction of text around a name. */
const ACTING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const QUOTES = /^["'“”„«»]+|["'“”„«»]+$/gu;
/** One word in capitals, such as "Ken". */
const FIRST_NAME = /^\p{Lu}[\p{L}'’.-]+$/u;
/** In scripts without upper and lower case. */
const WITHOUT_CASE = /^[\p{Lo}\p{Lm}][\p{Lo}\p{Lm}\p{M}·・ ]+$/u;

/** Returns a name as a list has it, without what could act on the text around it; null if it has no letter. */
export function nameIn(written: string): string | null {
  const name = written
    .slice(0, 2 * PREVIEW_NAME_MAX_CHARACTERS)
    .replace(ACTING, ' ')
    .trim()
    .replace(QUOTES, '')
    .replace(/\s+/g, ' ')
    .slice(0, PREVIEW_NAME_MAX_CHARACTERS)
    .toWellFormed()
    .trim();
  return /\p{L}/u.test(name) ? name : null;
}

/** Tells a name from other words before `(@name)`. One word is a name only if the person is in brackets. */
export function looksLikeName(text: string, isSetApart: boolean): boolean {
  if (text.length > PREVIEW_NAME_MAX_CHARACTERS) return false;
  const name = text.normalize('NFC');
  return isFullName(name) || WITHOUT_CASE.test(name) || (isSetApart && FIRST_NAME.test(name));
}
