/** `rest` is the unparsed remainder, byte for byte; other keys belong to the page. */
export interface AddressQuery {
  readonly rest?: string;
  readonly [name: string]: string | undefined;
}

export function parseQuery(query: string): AddressQuery {
  const rest = query.replace(/^\?/, '');
  return rest === '' ? {} : { rest };
}

/** The unparsed remainder comes first. */
export function stringifyQuery({ rest, ...own }: AddressQuery): string {
  const pairs = Object.entries(own).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  const all = [...(rest === undefined || rest === '' ? [] : [rest]), ...pairs];
  return all.length === 0 ? '' : `?${all.join('&')}`;
}

/** The rest stays byte for byte. */
export const withoutParameters = (query: string, names: readonly string[]): string =>
  query
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && !names.some((name) => new URLSearchParams(pair).has(name)))
    .join('&');
