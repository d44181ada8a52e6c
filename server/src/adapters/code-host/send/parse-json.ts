const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
/** The largest exact integer has sixteen. */
const SIXTEEN_DIGITS = /\d{16}/;

/** Whether an answer says that it is JSON. Nothing else is parsed. */
export const isJson = (headers: Headers): boolean => JSON_TYPE.test(headers.get('content-type') ?? '');

/**
 * A text as JSON, or as it is when it is none. Every integer beyond exactness is a text of its digits: IDs of
 * webhook deliveries have grown past what a JavaScript number holds, and a rounded ID names another delivery or none.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, SIXTEEN_DIGITS.test(text) ? keepDigits : undefined);
  } catch {
    return text;
  }
}

function keepDigits(_key: string, value: unknown, { source }: { readonly source?: string } = {}): unknown {
  const isInexact = typeof value === 'number' && !Number.isSafeInteger(value);
  return isInexact && source !== undefined && /^-?\d+$/.test(source) ? source : value;
}
