/**
 * The sentences of a sign-in that did not work, as they stand in `authError` or in an answer. Specification: Errors,
 * Sign-in callback. In a file without schemas, so that a page can tell them from what somebody else wrote there.
 */
export const SIGN_IN_ERRORS = {
  'state-missing': 'Something went wrong during sign in. Please try again.',
  'state-invalid': 'Your sign in session was invalid. Please try signing in again.',
  'code-missing': 'The code host did not complete the sign in process. Please try again.',
  'csrf-mismatch': 'Your sign in session expired. Please try signing in again.',
  'code-host-failed': 'Could not complete sign in. The code host may be temporarily unavailable.',
} as const;
