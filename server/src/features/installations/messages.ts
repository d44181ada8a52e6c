import { RETURN_TO_MAX_BYTES } from '@orgdesk/contract/limits';
import {
  HOST_REFUSAL_MAPPINGS,
  LINKING_FAILED,
  type RefusalResponse,
  SIGN_IN_AGAIN,
  SIGN_IN_FIRST,
} from '../../http/refusals.ts';

export const startWireOf = {
  'target-invalid': { status: 400, error: 'The targetId must be the ID of an organization or user.' },
  'return-to-too-long': {
    status: 400,
    error: `The returnTo URL is too long. The limit is ${RETURN_TO_MAX_BYTES / 1024} KB.`,
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

/** Specification: Errors, Install callback. */
export const callbackWireOf = {
  'parameters-missing': { status: 400, error: 'Something went wrong during app installation. Please try again.' },
  'state-invalid': { status: 400, error: 'Your installation session was invalid. Please try installing again.' },
  'csrf-mismatch': { status: 403, error: 'Your installation session expired. Please try installing again.' },
  'id-invalid': { status: 400, error: 'Invalid installation ID.' },
  'not-found': { status: 400, error: 'Invalid installation: it does not exist, or you have no access to it.' },
  'no-session': LINKING_FAILED['no-session'].callback,
  failed: LINKING_FAILED.failed.callback,
  away: LINKING_FAILED.away.callback,
  limited: LINKING_FAILED.limited.callback,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export type InstallationRefusal = keyof typeof callbackWireOf;

/** Specification: Errors, Other endpoints. */
export const completeWireOf = {
  'id-invalid': { status: 400, error: 'Invalid or missing installation ID.' },
  'not-found': { status: 404, error: 'Installation not found or not accessible.' },
  'no-session': LINKING_FAILED['no-session'].complete,
  failed: LINKING_FAILED.failed.complete,
  away: LINKING_FAILED.away.complete,
  limited: LINKING_FAILED.limited.complete,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

/** An addition to the specification. */
export const requestsWireOf = {
  'no-session': SIGN_IN_FIRST,
  'token-not-accepted': SIGN_IN_AGAIN,
  'rate-limited': HOST_REFUSAL_MAPPINGS['rate-limited'].ownersOnly,
  'not-told': HOST_REFUSAL_MAPPINGS.unreachable.ownersOnly,
} as const satisfies Readonly<Record<string, RefusalResponse>>;
