/** Why a sign-in callback does not end in a session. */
export type SignInRefusal = 'state-missing' | 'state-invalid' | 'code-missing' | 'csrf-mismatch' | 'code-host-failed';

/** Status and sentence of what `GET /api/auth/start` refuses by itself. */
export const startWireOf = {
  'return-to-too-long': { status: 400, error: 'The returnTo address is too long. It can have up to 8 KB.' },
} as const;

/** Status and sentence of each refusal. Specification: Errors, Sign-in callback. */
export const wireOf: Readonly<Record<SignInRefusal, { readonly status: number; readonly error: string }>> = {
  'state-missing': { status: 400, error: 'Something went wrong during sign in. Please try again.' },
  'state-invalid': { status: 400, error: 'Your sign in session was invalid. Please try signing in again.' },
  'code-missing': { status: 400, error: 'The code host did not complete the sign in process. Please try again.' },
  'csrf-mismatch': { status: 403, error: 'Your sign in session expired. Please try signing in again.' },
  'code-host-failed': {
    status: 500,
    error: 'Could not complete sign in. The code host may be temporarily unavailable.',
  },
};
