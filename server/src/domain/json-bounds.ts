/** What a JSON text may have before it is parsed: values cost far more memory than the bytes they are written with. */
export interface JsonBounds {
  /** Arrays and objects inside each other. */
  readonly depth: number;
  /** Commas and opening brackets, which is at least one for each value but the first of a text. */
  readonly values: number;
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Whether a JSON text, as UTF-8, stays within the bounds: one look at each byte, no memory. Of bytes that are no JSON it
 * says something, and the parser says the rest.
 */
export function isWithinJsonBounds(bytes: Uint8Array, bounds: JsonBounds): boolean {
  let [depth, values] = [0, 0];
  for (let place = 0; place < bytes.length; place += 1) {
    const byte = bytes[place];
    if (byte === QUOTE) place = endOfText(bytes, place);
    else if (byte === COMMA) values += 1;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      values += 1;
      depth += 1;
      if (depth > bounds.depth) return false;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1;
    if (values > bounds.values) return false;
  }
  return true;
}

/** The place of the quotation mark that ends a text, or of the last byte. */
function endOfText(bytes: Uint8Array, start: number): number {
  for (let place = start + 1; place < bytes.length; place += 1) {
    if (bytes[place] === QUOTE) return place;
    if (bytes[place] === BACKSLASH) place += 1;
  }
  return bytes.length;
}
