import { DEVICE_REQUESTS_RETRY_SECONDS, WRONG_USER_CODES_MS } from '../../../domain/limits/sessions.ts';
import type { RefusalResponse } from '../../../shared/refusals.ts';

export const startDeviceWireOf = {
  'too-many': {
    status: 429,
    error: 'Too many programs at your address wait to be signed in. Please try again in a minute.',
    retryAfter: 'Seconds to wait.',
    retryAfterSeconds: DEVICE_REQUESTS_RETRY_SECONDS,
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export const pollWireOf = {
  authorization_pending: {
    status: 400,
    error: 'Nobody has approved this sign-in yet.',
    code: 'authorization_pending',
  },
  slow_down: { status: 400, error: 'The program asks too often. It has to wait longer.', code: 'slow_down' },
  access_denied: { status: 400, error: 'The sign-in was denied.', code: 'access_denied' },
  expired_token: { status: 400, error: 'The code has expired. Please start again.', code: 'expired_token' },
  invalid_grant: {
    status: 400,
    error: 'This sign-in is unknown, or was used before. Please start again.',
    code: 'invalid_grant',
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export const answerWireOf = {
  'no-request': {
    status: 404,
    error: 'No program waits with this code. Check the code, or start again in the program.',
  },
  'too-many-codes': {
    status: 429,
    error: 'You entered too many wrong codes. Please try again in ten minutes.',
    retryAfter: 'Seconds to wait.',
    retryAfterSeconds: WRONG_USER_CODES_MS / 1000,
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;
