/** Why a delivery is not accepted. */
export type WebhookRefusal = 'bad-signature' | 'not-json' | 'malformed' | 'event-missing' | 'not-processed' | 'late';

/** Status and sentence of each refusal. Specification: Events, rule 2; decision I8. */
export const wireOf: Readonly<Record<WebhookRefusal, { readonly status: number; readonly error: string }>> = {
  'bad-signature': { status: 403, error: 'The signature of the delivery is missing or wrong.' },
  'not-json': { status: 400, error: 'The payload is not valid JSON.' },
  malformed: { status: 400, error: 'The payload is not what this event is documented to carry.' },
  'event-missing': { status: 400, error: 'The delivery does not name its event.' },
  'not-processed': { status: 500, error: 'The event could not be processed. It can be delivered again.' },
  late: { status: 500, error: 'The event could not be processed. It can be delivered again.' },
};
