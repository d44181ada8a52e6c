import { ErrorAnswer, OkAnswer, WebhookHeaders, WebhookPayload } from '@orgdesk/contract';
import { answersOf, type Operation, READS_JSON, refusals } from '../../http/contract/operation.ts';
import { wireOf } from './messages.ts';

export const RECEIVE_WEBHOOK: Operation = {
  id: 'receiveWebhook',
  chapter: 'Webhooks',
  summary: 'What the code host tells of installations',
  description: 'For the code host. Protected by the signature over the bytes of the body; outside the rate limit.',
  session: 'unused',
  headers: WebhookHeaders,
  body: WebhookPayload,
  answers: answersOf(
    {
      200: { description: 'Done, or nothing to do.', json: OkAnswer },
      503: {
        description: `- ${wireOf['too-many'].error}`,
        json: ErrorAnswer,
        headers: { 'Retry-After': { type: 'string', description: 'Seconds to wait.' } },
      },
    },
    refusals(wireOf),
    READS_JSON,
  ),
};
