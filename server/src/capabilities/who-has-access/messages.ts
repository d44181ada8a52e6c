import { type RefusalResponse, TOO_MANY_LISTS } from '../../shared/refusals.ts';

export const ofPeople = {
  'too-many-lists': TOO_MANY_LISTS,
  'no-person': { status: 404, error: 'Person not found on the code host.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export const ofRepositories = {
  'too-many-lists': TOO_MANY_LISTS,
  'no-repository': {
    status: 404,
    error: 'This repository was not found in the organization, or the App does not cover it.',
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;
