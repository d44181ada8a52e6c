/** Header that distinguishes missing from wrong signatures; the message is the same. `doctor` reads it. */
export const REFUSAL_HEADER = 'x-orgdesk-refusal';
export const SIGNATURE_REFUSED = 'The signature of the delivery is missing or wrong.';
