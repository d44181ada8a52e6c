import { NO_ORGANIZATION, type RefusalResponse, SIGN_IN_AGAIN, SIGN_IN_FIRST } from '../../http/refusals.ts';

export const wireOf = {
  'login-missing': NO_ORGANIZATION,
  'no-session': SIGN_IN_FIRST,
  'token-not-accepted': SIGN_IN_AGAIN,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export type AccessCheckRefusal = keyof typeof wireOf;
