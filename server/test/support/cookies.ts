/** A `Set-Cookie` line as its name, value and attributes; attribute names in lower case. */
export interface SetCookie {
  readonly name: string;
  readonly value: string;
  readonly attributes: Readonly<Record<string, string | true>>;
}

export function parseSetCookie(line: string): SetCookie {
  const [pair = '', ...rest] = line.split('; ');
  const split = pair.indexOf('=');
  const attributes = rest.map((attribute): [string, string | true] => {
    const [name = '', value] = attribute.split('=');
    return [name.toLowerCase(), value ?? true];
  });
  return { name: pair.slice(0, split), value: pair.slice(split + 1), attributes: Object.fromEntries(attributes) };
}

/** The line that sets a cookie, or null when the answer does not touch it. */
export const setCookieNamed = (lines: readonly string[], name: string): SetCookie | null =>
  lines.map(parseSetCookie).find((cookie) => cookie.name === name) ?? null;
