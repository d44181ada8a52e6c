import type { IncomingHttpHeaders } from 'node:http';

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const DIGITS = 16;

export const isJson = (headers: IncomingHttpHeaders): boolean => JSON_TYPE.test(headers['content-type'] ?? '');

/**
 * Integers beyond the exact range become strings: a rounded delivery ID would name another delivery. Text that is not
 * JSON is returned as is.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, hasManyDigits(text) ? keepDigits : undefined);
  } catch {
    return text;
  }
}

/** Sixteen digits in a row include a position that is a multiple of sixteen, so only those are checked. */
function hasManyDigits(text: string): boolean {
  for (let index = 0; index < text.length; index += DIGITS) {
    if (!isDigit(text, index)) continue;
    let [first, last] = [index, index];
    while (isDigit(text, first - 1)) first -= 1;
    while (isDigit(text, last + 1)) last += 1;
    if (last - first + 1 >= DIGITS) return true;
  }
  return false;
}

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0x30 && code <= 0x39;
}

function keepDigits(_key: string, value: unknown, { source }: { readonly source?: string } = {}): unknown {
  const isInexact = typeof value === 'number' && !Number.isSafeInteger(value);
  return isInexact && source !== undefined && /^-?\d+$/.test(source) ? source : value;
}
