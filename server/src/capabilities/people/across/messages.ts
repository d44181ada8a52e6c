import { columnOf, type RefusalResponse, SIGN_IN_FIRST, TOO_MANY_LISTS } from '../../../shared/refusals.ts';

export const ofPeopleAcross = {
  'too-many-lists': TOO_MANY_LISTS,
  'no-session': SIGN_IN_FIRST,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const { missing: _isNoPerson, ...ofHost } = columnOf('ownersOnly');

export const ofPersonAcross = {
  ...ofPeopleAcross,
  ...ofHost,
  'no-person': { status: 404, error: 'Person not found on the code host.' },
  'other-person': { status: 409, error: 'This username now belongs to another account.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;
