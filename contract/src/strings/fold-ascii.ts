/** Ignores case for ASCII letters only; Unicode folding would equate the Kelvin sign with "k". */
export const foldAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
