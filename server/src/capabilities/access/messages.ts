import { NO_ORGANIZATION, SIGN_IN_AGAIN, SIGN_IN_FIRST, type Wire } from '../../refusals.ts';

/** Status and sentence of each refusal: those that other routes have for the same. */
export const wireOf = {
  'login-missing': NO_ORGANIZATION,
  'no-session': SIGN_IN_FIRST,
  'token-not-accepted': SIGN_IN_AGAIN,
} as const satisfies Readonly<Record<string, Wire>>;

/** Why nobody looked at the access to an organization. */
export type AccessRefusal = keyof typeof wireOf;
