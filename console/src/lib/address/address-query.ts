/**
 * The query of an address as the router carries it: `rest` is what no page asked for, byte for byte as it was written;
 * beside it stands what the page at this address reads out of it, as texts.
 */
export interface AddressQuery {
  readonly rest?: string;
  readonly [name: string]: string | undefined;
}

export function parseQuery(query: string): AddressQuery {
  const rest = query.replace(/^\?/, '');
  return rest === '' ? {} : { rest };
}

/** The query to write into an address: first what no page asked for, then what one did. */
export function stringifyQuery({ rest, ...own }: AddressQuery): string {
  const pairs = Object.entries(own).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  const all = [...(rest === undefined || rest === '' ? [] : [rest]), ...pairs];
  return all.length === 0 ? '' : `?${all.join('&')}`;
}

/** The query without some parameters; all others stay as they were written. */
export const withoutParameters = (query: string, names: readonly string[]): string =>
  query
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && !names.some((name) => new URLSearchParams(pair).has(name)))
    .join('&');
