/** Letters that Unicode normalization does not decompose. */
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
/** Fast path for most names. */
const ONLY_ASCII = /^[\p{ASCII}]*$/u;

/** Lets "lukasz aberg" find "Łukasz Åberg". */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (ONLY_ASCII.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðħıłŧþ]/g, (letter) => APART[letter] ?? letter);
}
