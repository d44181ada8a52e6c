import type { SortOrder } from '../../../components/tables/sort-heading.tsx';
import { type AddressQuery, stringifyQuery } from '../../../lib/address/address-query.ts';
import { createAddressView, SORT_ORDERS, type ViewSearch } from '../../../lib/address/address-view.ts';

export const ROLES = ['all', 'admin', 'member'] as const;
const APP_STATES = ['all', 'installed', 'not-installed', 'suspended'] as const;
export const SORT_COLUMNS = ['name', 'role', 'app', 'repositories'] as const;

export type RoleFilter = (typeof ROLES)[number];
export type AppFilter = (typeof APP_STATES)[number];
export type SortColumn = (typeof SORT_COLUMNS)[number];

export interface ListView {
  /** Part of a name or login; empty matches all. */
  readonly name: string;
  readonly role: RoleFilter;
  readonly app: AppFilter;
  readonly sort: SortColumn;
  readonly order: SortOrder;
}

export const WHOLE_LIST: ListView = { name: '', role: 'all', app: 'all', sort: 'name', order: 'ascending' };

export const LIST_VIEW = createAddressView<ListView>(WHOLE_LIST, {
  name: null,
  role: ROLES,
  app: APP_STATES,
  sort: SORT_COLUMNS,
  order: SORT_ORDERS,
});

/** Reads the list's parameters from a URL and drops unknown values. */
export function listSearch(given: AddressQuery): ViewSearch<ListView> {
  const query = stringifyQuery(given);
  return LIST_VIEW.write(query, LIST_VIEW.read(query));
}
