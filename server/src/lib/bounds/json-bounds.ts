/** Limits on JSON before parsing, since values take far more memory than their text. */
export interface JsonBounds {
  /** Nesting of arrays and objects. */
  readonly depth: number;
  /** Counted as commas and opening brackets. */
  readonly values: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
/** The only bit that differs between brackets and braces. */
const BRACE = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * The result for invalid JSON is arbitrary; the parser rejects it.
 *
 * One function, because splitting it took 50% longer and all code-host data passes here.
 */
export function isWithinJsonBounds(bytes: Uint8Array, bounds: JsonBounds): boolean {
  const { length } = bytes;
  if (length <= bounds.values && hasFewBrackets(bytes, bounds.depth)) return true;
  let [depth, values] = [0, 0];
  for (let index = 0; index < length; index += 1) {
    const byte = bytes[index] as number;
    if (byte === QUOTE) {
      for (index += 1; index < length && bytes[index] !== QUOTE; index += 1) {
        if (bytes[index] === BACKSLASH) index += 1;
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

/** Ten times as fast as reading each byte. */
function hasFewBrackets(bytes: Uint8Array, most: number): boolean {
  let left = most;
  for (const bracket of [OPEN, OPEN - BRACE]) {
    for (let at = bytes.indexOf(bracket); at >= 0; at = bytes.indexOf(bracket, at + 1)) {
      left -= 1;
      if (left < 0) return false;
    }
  }
  return true;
}
