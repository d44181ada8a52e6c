import { NO_ORGANIZATION, SIGN_IN_AGAIN, SIGN_IN_FIRST, type Wire } from '../../refusals.ts';

export const wireOf = {
  'login-missing': NO_ORGANIZATION,
  'no-session': SIGN_IN_FIRST,
  'token-not-accepted': SIGN_IN_AGAIN,
} as const satisfies Readonly<Record<string, Wire>>;

export type AccessRefusal = keyof typeof wireOf;
