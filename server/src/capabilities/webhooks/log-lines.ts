import type { WebhookRefusal } from './messages.ts';

export const logLineOf: Readonly<Record<WebhookRefusal, string>> = {
  'too-large': '[webhook] refused: the body is too large',
  'too-many': '[webhook] refused: too many large bodies at once',
  'too-slow': '[webhook] refused: timed out reading the body',
  'bad-signature':
    "[webhook] refused: the signature is invalid. Does CODE_HOST_WEBHOOK_SECRET match the App's webhook secret?",
  'too-complex': '[webhook] refused: the payload has too many values or is nested too deeply',
  'not-json': '[webhook] refused: the payload is not valid JSON',
  'event-missing': '[webhook] refused: the delivery does not name its event',
  malformed: '[webhook] refused: the payload does not match the documented format of the event',
  'not-processed': '[webhook] not processed: the code host is unavailable',
  'not-stored': '[webhook] not processed: could not store it in the database',
  late: '[webhook] not processed in time: the code host or the database is slow',
};
