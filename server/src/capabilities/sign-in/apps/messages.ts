import type { RefusalResponse } from '../../../shared/refusals.ts';

export const startAppWireOf = {
  'address-not-allowed': {
    status: 400,
    error: 'This app cannot be used to sign in: its return address is not in the setting APP_REDIRECTS.',
  },
  'no-challenge': {
    status: 400,
    error: 'This app cannot be used to sign in: it sends no code_challenge with the method S256.',
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export const exchangeWireOf = {
  invalid_grant: {
    status: 400,
    error: 'This code is not valid for this app, or was used before. Please sign in again.',
    code: 'invalid_grant',
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;
