import type { SortOrder } from '../../../components/tables/sort-heading.tsx';
import { type AddressQuery, stringifyQuery } from '../../../lib/address/address-query.ts';
import { createAddressView, SORT_ORDERS, type ViewSearch } from '../../../lib/address/address-view.ts';

export const ROLES = ['all', 'admin', 'member'] as const;
export const APP_STATES = ['all', 'installed', 'not-installed', 'suspended'] as const;
export const SORT_COLUMNS = ['name', 'role', 'app', 'repositories'] as const;

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

/** How a view stands in the address of the list. */
export const LIST_VIEW = createAddressView<ListView>(WHOLE_LIST, {
  name: null,
  role: ROLES,
  app: APP_STATES,
  sort: SORT_COLUMNS,
  order: SORT_ORDERS,
});

/** What the list reads out of an address. What it does not know, it takes for not said. */
export function listSearch(given: AddressQuery): ViewSearch<ListView> {
  const query = stringifyQuery(given);
  return LIST_VIEW.write(query, LIST_VIEW.read(query));
}
