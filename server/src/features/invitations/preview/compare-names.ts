import { fold } from '@orgdesk/contract/fold';
import { PREVIEW_NAME_MAX_CHARACTERS } from '@orgdesk/contract/limits';

/**
 * Compares the name that a list has for a person with an account. Whole words of at least two letters count, without case,
 * accents and width, or the names as a whole, for scripts without spaces. A login never stands in for a missing name:
 * whoever mistypes it has mostly typed it from the name. Null if the list has no name.
 */
export function compareNames(
  listed: string | null,
  account: { readonly name: string | null; readonly login: string },
): 'same' | 'other-name' | 'no-name' | null {
  const wanted = wordsOf(listed ?? '');
  if (!hasLetter(wanted)) return null;
  const named = wordsOf(account.name ?? '');
  if (!hasLetter(named)) return 'no-name';
  const parts = wordsOf(account.login.replace(/([a-z])(?=[A-Z])|([a-zA-Z])(?=\d)|(\d)(?=[a-zA-Z])/g, '$& '));
  const known = new Set([...named, ...parts].filter(isLong));
  const whole = wanted.join('');
  const isSame = wanted.some((word) => known.has(word)) || [named, parts].some((words) => words.join('') === whole);
  return isSame ? 'same' : 'other-name';
}

function wordsOf(text: string): readonly string[] {
  const folded = fold(text.slice(0, PREVIEW_NAME_MAX_CHARACTERS).normalize('NFKC'));
  // Korean syllables are one letter again; Greek has a second small sigma at the end of words.
  return (
    folded
      .normalize('NFC')
      .replaceAll('ς', 'σ')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

const isLong = (word: string): boolean => (word.match(/\p{L}/gu) ?? []).length > 1;
const hasLetter = (words: readonly string[]): boolean => words.some((word) => /\p{L}/u.test(word));
