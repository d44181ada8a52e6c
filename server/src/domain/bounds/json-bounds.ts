/** What a JSON text may have before it is parsed: values cost far more memory than the bytes they are written with. */
export interface JsonBounds {
  /** Arrays and objects inside each other. */
  readonly depth: number;
  /** Commas and opening brackets, which is at least one for each value but the first of a text. */
  readonly values: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
/** Brackets and braces differ in this one bit. */
const BRACE = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Whether a JSON text, as UTF-8, stays within the bounds: one look at each byte, no memory. Of bytes that are no JSON it
 * says something, and the parser says the rest.
 *
 * In one piece: every byte that the code host and its webhooks send passes through here, and a function for the texts
 * takes half as long again.
 */
export function isWithinJsonBounds(bytes: Uint8Array, bounds: JsonBounds): boolean {
  const { length } = bytes;
  let [depth, values] = [0, 0];
  for (let place = 0; place < length; place += 1) {
    const byte = bytes[place] as number;
    if (byte === QUOTE) {
      for (place += 1; place < length && bytes[place] !== QUOTE; place += 1) {
        if (bytes[place] === BACKSLASH) place += 1;
      }
    } else if (byte === COMMA) values += 1;
    else if ((byte | BRACE) === OPEN) {
      values += 1;
      depth += 1;
      if (depth > bounds.depth) return false;
    } else if ((byte | BRACE) === CLOSE) depth -= 1;
  }
  return values <= bounds.values;
}
