import { UNCONFIRMED_PEOPLE_MAX } from '@orgdesk/contract/limits';
import type { HostRefusal } from '../../domain/host-refusal.ts';
import { jobLimitResponses, type RefusalResponse, TOO_MANY_CHANGES, TOO_MANY_LISTS } from '../../http/refusals.ts';

export type PeoplePreviewRefusal = HostRefusal | { readonly kind: 'no-team' };

export const ofPreview = {
  'no-team': { status: 404, error: 'Team not found in this organization.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const OTHER_CHANGE: RefusalResponse = {
  status: 409,
  error: 'This preview does not match this change. Please preview the changes again.',
};

export const ofPreviewAcross = {
  'too-many-lists': TOO_MANY_LISTS,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export const ofStart = {
  invalid: OTHER_CHANGE,
  expired: { status: 409, error: 'This preview has expired. Please preview the changes again.' },
  unconfirmed: {
    status: 400,
    error: `Please type the organization's login to confirm a change of more than ${UNCONFIRMED_PEOPLE_MAX} people.`,
  },
  nobody: { status: 409, error: 'These previews change nobody. Please preview the changes again.' },
  'other-rows': OTHER_CHANGE,
  ...jobLimitResponses('changes'),
  'too-many-changes': TOO_MANY_CHANGES,
} as const satisfies Readonly<Record<string, RefusalResponse>>;
