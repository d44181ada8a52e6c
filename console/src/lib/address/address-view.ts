export const SORT_ORDERS = ['ascending', 'descending'] as const;

/** Only differences from the default; `rest` is the remaining query. */
export type ViewSearch<View> = { readonly rest?: string } & Partial<View>;

/** Null allows any text. */
type AllowedValues<View> = { readonly [Name in keyof View]: readonly View[Name][] | null };

/** Maps a list's filters and sorting to query parameters. */
export interface AddressView<View> {
  /** The default view. */
  readonly whole: View;
  /** Ignores unknown values. */
  readonly read: (query: string) => View;
  /** Other parameters stay byte for byte. */
  readonly write: (query: string, view: View) => ViewSearch<View>;
  /** The current path, query and fragment, with this view. */
  readonly href: (view: View) => string;
}

export function createAddressView<View extends { readonly [Name in keyof View]: string }>(
  whole: View,
  allowedValues: AllowedValues<View>,
  /** Parameters that are not called like their part of the view. */
  parameters: { readonly [Name in keyof View]?: string } = {},
): AddressView<View> {
  const names = Object.keys(whole) as (keyof View & string)[];
  const parameterOf = (name: keyof View & string) => parameters[name] ?? name;
  const read = (query: string) => {
    const parameters = new URLSearchParams(query);
    const partOf = (name: keyof View & string) => {
      const parameter = parameters.get(parameterOf(name));
      return (
        (allowedValues[name] === null ? parameter : allowedValues[name].find((value) => value === parameter)) ??
        whole[name]
      );
    };
    return Object.fromEntries(names.map((name) => [name, partOf(name)])) as View;
  };
  const write = (query: string, view: View) => {
    const changed = names.filter((name) => view[name] !== whole[name]);
    return {
      ...Object.fromEntries(changed.map((name) => [parameterOf(name), view[name]])),
      // Always set, or the router would keep the previous value.
      rest: withoutParameters(query, names.map(parameterOf)),
    } as ViewSearch<View>;
  };
  const href = (view: View) => {
    const { pathname, search, hash } = window.location;
    return pathname + stringifyQuery(write(search, view) as AddressQuery) + hash;
  };
  return { whole, read, write, href };
}

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
