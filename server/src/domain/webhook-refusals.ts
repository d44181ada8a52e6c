/** Distinguishes missing from wrong signatures for `doctor`; the message is the same. */
export const REFUSAL_HEADER = 'x-orgdesk-refusal';
export const SIGNATURE_REFUSED = 'The signature of the delivery is missing or wrong.';
