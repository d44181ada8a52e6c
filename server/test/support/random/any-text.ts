import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 } as const;

/** Any code point but surrogates. The one that comes with fast-check first makes a table of all, seconds for each process. */
const anyCharacter = fc
  .nat(0x10ffff - SURROGATES.count)
  .map((index) => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count));

export const anyText = (length: Pick<fc.StringConstraints, 'minLength' | 'maxLength'> = {}) =>
  fc.string({ ...length, unit: anyCharacter });
