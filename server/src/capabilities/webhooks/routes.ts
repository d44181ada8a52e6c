import { ErrorAnswer, OkAnswer } from '@orgdesk/contract';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { WEBHOOK_BODIES_TOTAL_BYTES, WEBHOOK_BODY_FREE_BYTES, WEBHOOK_BODY_MAX_BYTES } from '../../domain/limits.ts';
import { createBodyBudget } from '../../http/body-budget.ts';
import { hashOf } from '../../security/secrets.ts';
import { looksSigned, signatureMatches } from '../../security/webhook-signature.ts';
import { type ApplyEventDeps, type ApplyEventRefusal, createApplyEvent } from './apply-event.ts';
import { parseEvent, wordOf, wordsOf } from './event.ts';
import { type WebhookRefusal, wireOf } from './messages.ts';
import { RECEIVE_WEBHOOK } from './operations.ts';

export interface WebhookRoutesDeps extends ApplyEventDeps {
  /** Null accepts every delivery unchecked, as specified, with a warning for each. */
  readonly webhookSecret: string | null;
  /** Deliveries for another App are acknowledged and ignored. */
  readonly appId: number;
}

/**
 * `POST /api/install/webhook`. Checks in this order: signature over the raw bytes, JSON, event. A delivery whose
 * signature cannot be right is refused before its body is read.
 */
export const webhookRoutes: FastifyPluginAsync<WebhookRoutesDeps> = async (app, deps) => {
  const { webhookSecret, appId, log } = deps;
  const applyEvent = createApplyEvent(deps);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: WEBHOOK_BODY_MAX_BYTES },
    async (_request: FastifyRequest, body: Buffer) => body,
  );

  // What the framework refuses (size, media type) and what breaks is a delivery too.
  app.addHook('onError', async (request, _reply, { code }) => {
    log.warn({ ...headersOf(request), reason: code }, '[webhook] refused or failed before it was processed');
  });

  const refuseUnsigned = async (request: FastifyRequest, reply: FastifyReply) => {
    if (webhookSecret === null || looksSigned(signatureOf(request))) return;
    log.warn(headersOf(request), '[webhook] refused: the signature is missing or malformed');
    // The body was not read: whatever is still coming must not be taken for the next request.
    return refuseWith(reply.header('Connection', 'close'), 'bad-signature');
  };
  // A signature can only be checked once the body is there, so anybody can make the service read one.
  const bodyBudget = createBodyBudget({
    totalBytes: WEBHOOK_BODIES_TOTAL_BYTES,
    freeBelowBytes: WEBHOOK_BODY_FREE_BYTES,
    unannouncedBytes: WEBHOOK_BODY_MAX_BYTES,
    onRefused: (request) => log.warn(headersOf(request), '[webhook] refused: too many large bodies at once'),
  });

  app.post<{ Body: Buffer | undefined }>(
    '/api/install/webhook',
    {
      config: { operation: RECEIVE_WEBHOOK },
      bodyLimit: WEBHOOK_BODY_MAX_BYTES,
      onRequest: [refuseUnsigned, bodyBudget],
      schema: { response: { 200: OkAnswer, '4xx': ErrorAnswer, '5xx': ErrorAnswer } },
    },
    async (request, reply) => {
      const body = request.body ?? Buffer.alloc(0);
      const headers = headersOf(request);
      if (webhookSecret === null) log.warn(headers, '[webhook] accepted unchecked: no webhook secret is configured');
      else if (!signatureMatches(body, signatureOf(request), webhookSecret)) {
        log.warn(headers, '[webhook] refused: the signature is wrong. Is CODE_HOST_WEBHOOK_SECRET that of the App?');
        return refuseWith(reply, 'bad-signature');
      }
      const payload = parseJson(body);
      if (payload === undefined) {
        log.warn(headers, '[webhook] refused: the payload is not valid JSON');
        return refuseWith(reply, 'not-json');
      }
      if (headers.event === null) {
        log.warn(headers, '[webhook] refused: the delivery does not name its event');
        return refuseWith(reply, 'event-missing');
      }

      const event = parseEvent(headers.event, payload, appId);
      const line = { ...headers, ...wordsOf(payload) };
      if (!event.ok) {
        log.warn(line, '[webhook] refused: the payload is not what the event is documented to carry');
        return refuseWith(reply, event.refusal);
      }
      log.info({ ...line, effect: event.value.kind }, '[webhook] event received');
      const bodyHash = webhookSecret === null ? null : hashOf(body);
      const applied = await applyEvent({ event: event.value, bodyHash });
      if (applied.ok) return { ok: true };
      log.error(line, SENTENCES[applied.refusal]);
      return refuseWith(reply, applied.refusal);
    },
  );
};

const SENTENCES: Readonly<Record<ApplyEventRefusal, string>> = {
  'not-processed': '[webhook] not processed: the code host could not be asked',
  late: '[webhook] not processed in time: the code host or the database is slow',
};

function refuseWith(reply: FastifyReply, refusal: WebhookRefusal): FastifyReply {
  const { status, error } = wireOf[refusal];
  return reply.code(status).send({ error });
}

const signatureOf = (request: FastifyRequest): string | undefined =>
  textHeader(request, 'x-hub-signature-256') ?? undefined;

/** Event and delivery under the specification's header names or the platform's own (decision N2). */
const headersOf = (request: FastifyRequest) => ({
  event: shortHeader(request, 'x-host-event') ?? shortHeader(request, 'x-github-event'),
  delivery: shortHeader(request, 'x-host-delivery') ?? shortHeader(request, 'x-github-delivery'),
});

const shortHeader = (request: FastifyRequest, name: string): string | null => wordOf(textHeader(request, name)) || null;

function textHeader(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
}

/** The parsed body, or undefined when it is not UTF-8 JSON. */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
