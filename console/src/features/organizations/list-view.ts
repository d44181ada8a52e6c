import {
  type AddressQuery,
  createAddressView,
  SORT_ORDERS,
  stringifyQuery,
  type ViewSearch,
} from '../../lib/address/address-view.ts';

/** Apart from the columns, because the router needs it before the page's script. */
export const LIST_VIEW = createAddressView<{
  readonly text: string;
  readonly role: string;
  readonly app: string;
  readonly sort: string;
  readonly order: (typeof SORT_ORDERS)[number];
}>(
  { text: '', role: 'all', app: 'all', sort: 'name', order: 'ascending' },
  {
    text: null,
    role: ['all', 'admin', 'member'],
    app: ['all', 'installed', 'not-installed', 'suspended'],
    sort: ['name', 'role', 'app', 'repositories'],
    order: SORT_ORDERS,
  },
  { text: 'name' },
);

export type OrganizationsView = typeof LIST_VIEW.whole;

/** Drops unknown values. */
export function listSearch(search: AddressQuery): ViewSearch<OrganizationsView> {
  const query = stringifyQuery(search);
  return LIST_VIEW.write(query, LIST_VIEW.read(query));
}
