import { columnOf, NO_ORGANIZATION, NOT_A_MEMBER, SIGN_IN_FIRST, TOO_MANY_LISTS, type Wire } from '../../refusals.ts';
import type { MembershipRefusal } from '../../sessions/live-membership.ts';

export type PeopleRefusal = MembershipRefusal | { readonly kind: 'no-person' };

const ofMembers = {
  'no-session': SIGN_IN_FIRST,
  'no-organization': NO_ORGANIZATION,
  'not-a-member': NOT_A_MEMBER,
  ...columnOf('ownersOnly'),
} as const satisfies Readonly<Record<string, Wire>>;

export const ofList = { ...ofMembers, 'too-many-lists': TOO_MANY_LISTS } as const satisfies Readonly<
  Record<string, Wire>
>;

export const ofPerson = {
  ...ofMembers,
  'no-person': { status: 404, error: 'There is no such person in this organization.' },
} as const satisfies Readonly<Record<string, Wire>>;

export const ofReview = {
  ...ofList,
  'not-admin': { status: 403, error: 'Only organization admins can see whom to look at.' },
} as const satisfies Readonly<Record<string, Wire>>;
