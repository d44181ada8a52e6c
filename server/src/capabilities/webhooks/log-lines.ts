import type { WebhookRefusal } from './messages.ts';

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
  'not-stored': '[webhook] not processed: the database did not store it',
  late: '[webhook] not processed in time: the code host or the database is slow',
};
