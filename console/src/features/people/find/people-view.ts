import { createAddressView, SORT_ORDERS } from '../../../lib/address/address-view.ts';

export const ROLES = ['all', 'admin', 'member', 'outside_collaborator'] as const;
export const SECOND_FACTORS = ['all', 'disabled', 'insecure'] as const;
export const TEAM_CHOICES = ['all', 'none', 'some'] as const;
export const SORT_COLUMNS = ['listed', 'name', 'login', 'role'] as const;

export type SortColumn = (typeof SORT_COLUMNS)[number];

/** Which people the list shows, and in which order. */
export interface PeopleView {
  /** Parts of a login or a name, apart by blanks; blank for any. */
  readonly text: string;
  readonly role: (typeof ROLES)[number];
  /** Only where the viewer is told. */
  readonly factor: (typeof SECOND_FACTORS)[number];
  readonly teams: (typeof TEAM_CHOICES)[number];
  readonly sort: SortColumn;
  readonly order: (typeof SORT_ORDERS)[number];
}

/** Everybody, as the code host lists them: what comes later moves nothing that shows. */
export const WHOLE_LIST: PeopleView = {
  text: '',
  role: 'all',
  factor: 'all',
  teams: 'all',
  sort: 'listed',
  order: 'ascending',
};

/** How a view stands in the address of the list. */
export const PEOPLE_VIEW = createAddressView<PeopleView>(WHOLE_LIST, {
  text: null,
  role: ROLES,
  factor: SECOND_FACTORS,
  teams: TEAM_CHOICES,
  sort: SORT_COLUMNS,
  order: SORT_ORDERS,
});
