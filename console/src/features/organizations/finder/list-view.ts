import type { SortOrder } from '../../../components/tables/sort-heading.tsx';
import { type AddressQuery, stringifyQuery, withoutParameters } from '../../../lib/address-query.ts';

export const ROLES = ['all', 'admin', 'member'] as const;
export const APP_STATES = ['all', 'installed', 'not-installed', 'suspended'] as const;
export const SORT_COLUMNS = ['name', 'role', 'app', 'repositories'] as const;
const ORDERS = ['ascending', 'descending'] as const;

export type RoleFilter = (typeof ROLES)[number];
export type AppFilter = (typeof APP_STATES)[number];
export type SortColumn = (typeof SORT_COLUMNS)[number];

/** Which organizations the list shows, and in which order. */
export interface ListView {
  /** Part of a name or login; blank for any. */
  readonly name: string;
  readonly role: RoleFilter;
  readonly app: AppFilter;
  readonly sort: SortColumn;
  readonly order: SortOrder;
}

/** All organizations by name. */
export const WHOLE_LIST: ListView = { name: '', role: 'all', app: 'all', sort: 'name', order: 'ascending' };

const NAMES = Object.keys(WHOLE_LIST) as readonly (keyof ListView)[];

/** Whether a view shows everything in the usual order. */
export const isWholeList = (view: ListView): boolean => withListView('', view) === '';

/** Whether a view can be shown only once it is known where the App is installed. */
export const needsAppStatus = ({ app, sort }: ListView): boolean =>
  app !== 'all' || sort === 'app' || sort === 'repositories';

/** The view that the query of an address asks for. What it does not know, it takes for not said. */
export function readListView(query: string): ListView {
  const given = new URLSearchParams(query);
  const among = <Value extends string>(name: keyof ListView, known: readonly Value[], otherwise: Value): Value =>
    known.find((value) => value === given.get(name)) ?? otherwise;
  return {
    name: given.get('name') ?? WHOLE_LIST.name,
    role: among('role', ROLES, WHOLE_LIST.role),
    app: among('app', APP_STATES, WHOLE_LIST.app),
    sort: among('sort', SORT_COLUMNS, WHOLE_LIST.sort),
    order: among('order', ORDERS, WHOLE_LIST.order),
  };
}

/** A view as it stands in an address, only as far as it differs from the whole list; `rest` is everything else. */
export type ListSearch = { readonly rest?: string } & Partial<ListView>;

/** What the list reads out of an address. What it does not know, it takes for not said. */
export function listSearch(given: AddressQuery): ListSearch {
  const query = stringifyQuery(given);
  return withView(query, readListView(query));
}

/** The same address with another view. Other parameters stay byte for byte. */
export const withView = (query: string, view: ListView): ListSearch => ({
  ...Object.fromEntries(NAMES.filter((name) => view[name] !== WHOLE_LIST[name]).map((name) => [name, view[name]])),
  // Said in any case: the router would fill what is not said with what it had before.
  rest: withoutParameters(query, NAMES),
});

/** The query with a view in it. */
export const withListView = (query: string, view: ListView): string => stringifyQuery(withView(query, view));
