/* What the code host shows of a refused delivery, and doctor recognizes. */

/** Says which part of the signature is the reason: the sentence is the same for both. */
export const REFUSAL_HEADER = 'x-orgdesk-refusal';
/** The sentence. */
export const SIGNATURE_REFUSED = 'The signature of the delivery is missing or wrong.';
