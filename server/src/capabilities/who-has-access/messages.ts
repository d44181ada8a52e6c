import { columnOf, NO_ORGANIZATION, NOT_A_MEMBER, SIGN_IN_FIRST, TOO_MANY_LISTS, type Wire } from '../../refusals.ts';
import type { RightsRefusal } from '../../sessions/live-rights.ts';

export type AccessRefusal = RightsRefusal | { readonly kind: 'no-person' | 'no-repository' | 'too-many-lists' };

const ofOwners = {
  'no-session': SIGN_IN_FIRST,
  'no-organization': NO_ORGANIZATION,
  'not-a-member': NOT_A_MEMBER,
  'not-admin': { status: 403, error: 'Only organization admins can see who has access.' },
  ...columnOf('ownersOnly'),
  'too-many-lists': TOO_MANY_LISTS,
} as const satisfies Readonly<Record<string, Wire>>;

export const ofPeople = {
  ...ofOwners,
  'no-person': { status: 404, error: 'There is nobody of this name on the code host.' },
} as const satisfies Readonly<Record<string, Wire>>;

export const ofRepositories = {
  ...ofOwners,
  'no-repository': {
    status: 404,
    error: 'This repository was not found in the organization, or the App does not cover it.',
  },
} as const satisfies Readonly<Record<string, Wire>>;

export const tellAccessRefusal = ({ kind }: AccessRefusal): Wire => ({ ...ofPeople, ...ofRepositories })[kind];
