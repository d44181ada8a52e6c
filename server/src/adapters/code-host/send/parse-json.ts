import type { IncomingHttpHeaders } from 'node:http';

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
/** The largest exact integer has as many. */
const DIGITS = 16;

/** Whether an answer says that it is JSON. Nothing else is parsed. */
export const isJson = (headers: IncomingHttpHeaders): boolean => JSON_TYPE.test(headers['content-type'] ?? '');

/**
 * A text as JSON, or as it is when it is none. Every integer beyond exactness is a text of its digits: IDs of
 * webhook deliveries have grown past what a JavaScript number holds, and a rounded ID names another delivery or none.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, hasManyDigits(text) ? keepDigits : undefined);
  } catch {
    return text;
  }
}

/** Whether sixteen digits follow each other: one of them is at a multiple of sixteen, so few places are looked at. */
function hasManyDigits(text: string): boolean {
  for (let place = 0; place < text.length; place += DIGITS) {
    if (!isDigit(text, place)) continue;
    let [first, last] = [place, place];
    while (isDigit(text, first - 1)) first -= 1;
    while (isDigit(text, last + 1)) last += 1;
    if (last - first + 1 >= DIGITS) return true;
  }
  return false;
}

function isDigit(text: string, place: number): boolean {
  const code = text.charCodeAt(place);
  return code >= 0x30 && code <= 0x39;
}

function keepDigits(_key: string, value: unknown, { source }: { readonly source?: string } = {}): unknown {
  const isInexact = typeof value === 'number' && !Number.isSafeInteger(value);
  return isInexact && source !== undefined && /^-?\d+$/.test(source) ? source : value;
}
