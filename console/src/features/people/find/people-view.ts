import { createAddressView, SORT_ORDERS } from '../../../lib/address/address-view.ts';

export const ROLES = ['all', 'admin', 'member', 'outside_collaborator'] as const;
const SECOND_FACTORS = ['all', 'disabled', 'insecure'] as const;
export const TEAM_CHOICES = ['all', 'none', 'some'] as const;
export const SORT_COLUMNS = ['listed', 'name', 'login', 'role'] as const;

export type SortColumn = (typeof SORT_COLUMNS)[number];

export interface PeopleView {
  /** Words of a login or name; empty matches all. */
  readonly text: string;
  readonly role: (typeof ROLES)[number];
  /** Only if visible to the person. */
  readonly factor: (typeof SECOND_FACTORS)[number];
  readonly teams: (typeof TEAM_CHOICES)[number];
  readonly sort: SortColumn;
  readonly order: (typeof SORT_ORDERS)[number];
}

/** Loading in the code host's order never moves visible rows. */
export const WHOLE_LIST: PeopleView = {
  text: '',
  role: 'all',
  factor: 'all',
  teams: 'all',
  sort: 'listed',
  order: 'ascending',
};

export const PEOPLE_VIEW = createAddressView<PeopleView>(WHOLE_LIST, {
  text: null,
  role: ROLES,
  factor: SECOND_FACTORS,
  teams: TEAM_CHOICES,
  sort: SORT_COLUMNS,
  order: SORT_ORDERS,
});
