import { withoutParameters } from './address-query.ts';

/** The two directions of a list, as addresses say them. */
export const SORT_ORDERS = ['ascending', 'descending'] as const;

/** A view as it stands in an address, only as far as it differs from the whole list; `rest` is everything else. */
export type ViewSearch<View> = { readonly rest?: string } & Partial<View>;

/** What each part of a view may say; null stands for any text. */
type KnownValues<View> = { readonly [Name in keyof View]: readonly View[Name][] | null };

/** How the view of one list, by which it is filtered and sorted, stands in an address. */
export interface AddressView<View> {
  /** The view that shows everything in the usual order. */
  readonly whole: View;
  /** The view that a query asks for. What it does not know, it takes for not said. */
  readonly read: (query: string) => View;
  /** The same query with another view. Other parameters stay byte for byte. */
  readonly write: (query: string, view: View) => ViewSearch<View>;
}

export function createAddressView<View extends { readonly [Name in keyof View]: string }>(
  whole: View,
  known: KnownValues<View>,
): AddressView<View> {
  const names = Object.keys(whole) as (keyof View & string)[];
  const read = (query: string) => {
    const given = new URLSearchParams(query);
    const partOf = (name: keyof View & string) => {
      const said = given.get(name);
      return (known[name] === null ? said : known[name].find((value) => value === said)) ?? whole[name];
    };
    return Object.fromEntries(names.map((name) => [name, partOf(name)])) as View;
  };
  const write = (query: string, view: View) => {
    const changed = names.filter((name) => view[name] !== whole[name]);
    return {
      ...Object.fromEntries(changed.map((name) => [name, view[name]])),
      // Said in any case: the router would fill what is not said with what it had before.
      rest: withoutParameters(query, names),
    } as ViewSearch<View>;
  };
  return { whole, read, write };
}
