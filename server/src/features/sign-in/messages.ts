import { RETURN_TO_MAX_BYTES } from '@orgdesk/contract/limits';
import { SIGN_IN_ERRORS } from '@orgdesk/contract/sign-in-error';
import type { RefusalResponse } from '../../http/refusals.ts';

export type SignInRefusal = keyof typeof SIGN_IN_ERRORS;

export const startRefusalResponses = {
  'return-to-too-long': {
    status: 400,
    error: `The returnTo URL is too long. The limit is ${RETURN_TO_MAX_BYTES / 1024} KB.`,
  },
} as const;

/** Specification: Errors, Sign-in callback. */
export const refusalResponses: Readonly<Record<SignInRefusal, RefusalResponse>> = {
  'state-missing': { status: 400, error: SIGN_IN_ERRORS['state-missing'] },
  'state-invalid': { status: 400, error: SIGN_IN_ERRORS['state-invalid'] },
  'code-missing': { status: 400, error: SIGN_IN_ERRORS['code-missing'] },
  'csrf-mismatch': { status: 403, error: SIGN_IN_ERRORS['csrf-mismatch'] },
  'request-over': { status: 400, error: SIGN_IN_ERRORS['request-over'] },
  'another-person': { status: 403, error: SIGN_IN_ERRORS['another-person'] },
  'code-host-failed': { status: 500, error: SIGN_IN_ERRORS['code-host-failed'] },
};
