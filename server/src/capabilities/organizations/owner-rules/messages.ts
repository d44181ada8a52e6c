import { type RefusalResponse, TOO_MANY_CHANGES } from '../../../shared/refusals.ts';

export const ofRules = {
  'changed-meanwhile': { status: 409, error: 'Somebody else changed these rules. Please load them again.' },
  'not-an-owner': { status: 409, error: 'Only current owners can be required. Please check the usernames.' },
  'same-account': {
    status: 409,
    error: 'Two of these usernames, a former and a present one, are of one account. Please send only its present one.',
  },
  'too-many-changes': TOO_MANY_CHANGES,
} as const satisfies Readonly<Record<string, RefusalResponse>>;
