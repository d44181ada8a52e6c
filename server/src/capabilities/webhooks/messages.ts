import { SIGNATURE_REFUSED } from '../../domain/app/webhook-refusals.ts';
import type { RefusalResponse } from '../../shared/refusals.ts';

/** Specification: Events, rule 2; decision I8. */
export const wireOf = {
  'too-large': { status: 413, error: 'The request is too large.' },
  'too-many': {
    status: 503,
    error: 'Too many large requests at once. Please try again.',
    retryAfter: 'Seconds to wait.',
    outage: 'overloaded',
  },
  'too-slow': { status: 408, error: 'The request took too long to arrive.' },
  'bad-signature': { status: 403, error: SIGNATURE_REFUSED },
  'too-complex': { status: 400, error: 'The payload has too many values or is nested too deeply.' },
  'not-json': { status: 400, error: 'The payload is not valid JSON.' },
  malformed: { status: 400, error: 'The payload does not match the documented format of this event.' },
  'event-missing': { status: 400, error: 'The delivery does not name its event.' },
  'not-processed': { status: 500, error: 'The event could not be processed. Redeliver it later.' },
  'not-stored': { status: 500, error: 'The event could not be processed. Redeliver it later.' },
  late: { status: 500, error: 'The event could not be processed. Redeliver it later.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export type WebhookRefusal = keyof typeof wireOf;
