/**
 * Values of `authError`; the last two are not specified. This file has no schemas, so that pages can import it to reject
 * other text in a link.
 */
export const SIGN_IN_ERRORS = {
  'state-missing': 'Something went wrong during sign in. Please try again.',
  'state-invalid': 'Your sign in session was invalid. Please try signing in again.',
  'code-missing': 'The code host did not complete the sign in process. Please try again.',
  'csrf-mismatch': 'Your sign in session expired. Please try signing in again.',
  'code-host-failed': 'Could not complete sign in. The code host may be temporarily unavailable.',
  'request-over': 'The program no longer waits to be signed in. Please start again in the program.',
  'another-person':
    'At the code host you are signed in with another account. Please switch accounts there, then enter the code again.',
} as const;
