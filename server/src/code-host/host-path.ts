import { isPathSegment, isStep } from '../lib/texts.ts';

declare const built: unique symbol;

/** Address of a call to the code host. Only this file makes one, so no value changes which call is sent. */
export interface HostAddress {
  readonly [built]: true;
  /** Relative to the REST API if it begins with a slash. */
  readonly text: string;
  /** False if a value cannot be part of it. Such a call is refused without being sent. */
  readonly isValid: boolean;
}

/**
 * Builds the path of a call, with its query: each value becomes one segment, or one value of the query. Another path
 * is inserted as it is.
 */
export function hostPath(parts: readonly string[], ...values: readonly (string | number | HostAddress)[]): HostAddress {
  const pieces = values.map((value) => (typeof value === 'object' ? value : encoded(value)));
  const text = parts.map((part, index) => part + (pieces[index]?.text ?? '')).join('');
  return address(text, pieces.every(({ isValid }) => isValid) && staysItself(text));
}

/** For calls outside the REST API. */
export const addressBelow = (base: string, path: HostAddress): HostAddress => address(base + path.text, path.isValid);

/** The next page of a list, as the code host names it. */
export const addressOfPage = (link: string): HostAddress => address(link, URL.canParse(link));

const address = (text: string, isValid: boolean): HostAddress => ({ text, isValid }) as HostAddress;

function encoded(value: string | number): Pick<HostAddress, 'text' | 'isValid'> {
  if (typeof value === 'number') return { text: String(value), isValid: Number.isSafeInteger(value) && value >= 0 };
  // The parser of addresses encodes the apostrophe in queries, but not in paths.
  const text = encodeURIComponent(value.toWellFormed()).replaceAll("'", '%27');
  return { text: isStep(value) ? '' : text, isValid: isPathSegment(value) };
}

/** Compares with what is requested after parsing, which resolves `..` and reads `//` as a host. */
function staysItself(text: string): boolean {
  const url = URL.parse(text, 'http://host');
  return text === '' || (url !== null && url.pathname + url.search === text);
}
