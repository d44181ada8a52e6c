import type { Wire } from '../../refusals.ts';

/** Status and sentence of each refusal. Specification: Events, rule 2; decision I8. */
export const wireOf = {
  'too-large': { status: 413, error: 'The request is too large.' },
  'too-many': {
    status: 503,
    error: 'Too many large requests at once. Please try again.',
    retryAfter: 'Seconds to wait.',
  },
  'too-slow': { status: 408, error: 'The request took too long to arrive.' },
  'bad-signature': { status: 403, error: 'The signature of the delivery is missing or wrong.' },
  'too-complex': { status: 400, error: 'The payload has too many values, or is nested too deep.' },
  'not-json': { status: 400, error: 'The payload is not valid JSON.' },
  malformed: { status: 400, error: 'The payload is not what this event is documented to carry.' },
  'event-missing': { status: 400, error: 'The delivery does not name its event.' },
  'not-processed': { status: 500, error: 'The event could not be processed. It can be delivered again.' },
  late: { status: 500, error: 'The event could not be processed. It can be delivered again.' },
} as const satisfies Readonly<Record<string, Wire>>;

/** Why a delivery is not accepted. */
export type WebhookRefusal = keyof typeof wireOf;

/** The line that tells an operator of a refusal. */
export const logLineOf: Readonly<Record<WebhookRefusal, string>> = {
  'too-large': '[webhook] refused: the body is too large',
  'too-many': '[webhook] refused: too many large bodies at once',
  'too-slow': '[webhook] refused: the body did not go on arriving',
  'bad-signature': '[webhook] refused: the signature is wrong. Is CODE_HOST_WEBHOOK_SECRET that of the App?',
  'too-complex': '[webhook] refused: the payload has too many values, or is nested too deep',
  'not-json': '[webhook] refused: the payload is not valid JSON',
  'event-missing': '[webhook] refused: the delivery does not name its event',
  malformed: '[webhook] refused: the payload is not what the event is documented to carry',
  'not-processed': '[webhook] not processed: the code host could not be asked',
  late: '[webhook] not processed in time: the code host or the database is slow',
};
