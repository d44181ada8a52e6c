import { SIGN_IN_AGAIN, type Wire } from '../../refusals.ts';

/** Why nobody looked at the access to an organization. */
export type AccessRefusal = 'login-missing' | 'no-session' | 'token-not-accepted';

/** Status and sentence of each refusal: those that other routes have for the same. */
export const wireOf: Readonly<Record<AccessRefusal, Wire>> = {
  'login-missing': { status: 400, error: 'Please select an organization first.' },
  'no-session': { status: 401, error: 'Please sign in to continue.' },
  'token-not-accepted': SIGN_IN_AGAIN,
};
