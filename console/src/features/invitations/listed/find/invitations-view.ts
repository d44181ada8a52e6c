import { createAddressView, SORT_ORDERS } from '../../../../lib/address/address-view.ts';

export const STATES = ['all', 'open', 'failed'] as const;
/** The code host's names. */
export const ROLES = ['all', 'direct_member', 'admin', 'billing_manager', 'hiring_manager', 'reinstate'] as const;
const SOURCES = ['all', 'member', 'scim'] as const;
export const SORT_COLUMNS = ['state', 'person', 'role', 'sent'] as const;

export type SortColumn = (typeof SORT_COLUMNS)[number];

export interface InvitationsView {
  /** Part of a login, address or inviter; empty matches all. */
  readonly text: string;
  readonly state: (typeof STATES)[number];
  readonly role: (typeof ROLES)[number];
  readonly source: (typeof SOURCES)[number];
  readonly sort: SortColumn;
  readonly order: (typeof SORT_ORDERS)[number];
}

export const WHOLE_LIST: InvitationsView = {
  text: '',
  state: 'all',
  role: 'all',
  source: 'all',
  sort: 'sent',
  order: 'descending',
};

export const INVITATIONS_VIEW = createAddressView<InvitationsView>(WHOLE_LIST, {
  text: null,
  state: STATES,
  role: ROLES,
  source: SOURCES,
  sort: SORT_COLUMNS,
  order: SORT_ORDERS,
});
