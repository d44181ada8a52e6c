/** Letters that are written with a stroke or as two, which no normal form takes apart. */
const APART: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
  þ: 'th',
};
/** Most logins and many names need no folding but that of case. */
const ONLY_ASCII = /^[\p{ASCII}]*$/u;

/** A text without accents and case, to be compared with another one: "Łukasz Åberg" is found by "lukasz aberg". */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (ONLY_ASCII.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðħıłŧþ]/g, (letter) => APART[letter] ?? letter);
}

const DIGITS = /\d+/g;
const LONGEST_NUMBER = 12;

/** A folded text whose numbers are ordered by value when such texts are compared letter by letter. */
export const sortKey = (folded: string): string =>
  folded.replace(DIGITS, (digits) => digits.padStart(LONGEST_NUMBER, '0'));
