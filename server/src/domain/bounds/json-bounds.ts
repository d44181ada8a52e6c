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
