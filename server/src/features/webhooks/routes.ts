import { type Outage, RECEIVE_WEBHOOK } from '@orgdesk/contract';
import { UNSIGNED_WEBHOOK_BODY_MAX_BYTES, WEBHOOK_BODY_MAX_BYTES, WEBHOOK_JSON } from '@orgdesk/contract/limits';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { REFUSAL_HEADER, SIGNATURE_REFUSED } from '../../domain/installation.ts';
import { everybody } from '../../http/access.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { dueTo, outageNameIn, sendRefusal } from '../../http/contract/answer-refusal.ts';
import type { RefusalResponse } from '../../http/refusals.ts';
import { createBodyReader } from '../../http/server/read-body.ts';
import { isWithinJsonBounds } from '../../lib/bounds.ts';
import { WEBHOOK_BODIES, WEBHOOK_RETRY_SECONDS } from '../../lib/limits/installations.ts';
import { ok } from '../../lib/result.ts';
import type { Task } from '../../lib/traces.ts';
import { applyEvent, type WebhookServices } from './apply-event.ts';
import { auditEntryOf } from './audit-entries.ts';
import { loggableText, loggedFieldsOf, looksSigned, parseEvent, signatureMatches, type WebhookEvent } from './event.ts';
import { createRepeatedEvents } from './repeated-events.ts';

/** Specification: Events, rule 2; decision I8. */
const refusalResponses = {
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

type WebhookRefusal = keyof typeof refusalResponses;

const logLineOf: Readonly<Record<WebhookRefusal, string>> = {
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

/**
 * Checks in this order: size, signature, JSON limits, JSON, event. Refuses malformed signatures before reading the
 * body.
 */
export const webhookRoutes: FastifyPluginAsync<WebhookServices> = async (app, services) => {
  const { webhookSecret, appId, appSlug } = services;
  const { log, observations, traces } = services.runtime;
  const repeatedEvents = createRepeatedEvents(services);
  app.addHook('onClose', () => repeatedEvents.stop());

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (_request, _payload, done) => done(null));

  // Deliveries refused by the framework are logged too.
  app.addHook('onError', async (request, _reply, { code }) => {
    if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
      log.warn({ ...headersOf(request), contentType: shortHeader(request, 'content-type') }, NOT_JSON_TYPE);
    else log.warn({ ...headersOf(request), reason: code }, '[webhook] refused or failed before it was processed');
  });

  app.addHook('onResponse', (request, { statusCode }, done) => {
    const outcome = statusCode < 300 ? 'ok' : statusCode < 500 ? 'refused' : 'failed';
    observations.noteDelivery({ ...headersOf(request), outcome });
    done();
  });

  const refuseUnsigned = async (request: FastifyRequest, reply: FastifyReply) => {
    if (webhookSecret === null || looksSigned(signatureOf(request))) return;
    log.warn(headersOf(request), '[webhook] refused: the signature is missing or malformed');
    return sendRefusal(reply.header(REFUSAL_HEADER, 'signature-missing'), refusalResponses['bad-signature']);
  };
  // The body must be read before its signature can be checked, so anyone can send one.
  const bodyMaxBytes = webhookSecret === null ? UNSIGNED_WEBHOOK_BODY_MAX_BYTES : WEBHOOK_BODY_MAX_BYTES;
  const readBody = createBodyReader(WEBHOOK_BODIES);

  addEndpoint(
    app,
    RECEIVE_WEBHOOK,
    { access: everybody, onRequest: refuseUnsigned, refusalResponses },
    async (request, reply) => {
      const headers = headersOf(request);
      const refused = (refusal: WebhookRefusal, line: object = headers, outage: Outage | null = null) => {
        log[refusalResponses[refusal].status === 500 ? 'error' : 'warn'](line, logLineOf[refusal]);
        if (refusal === 'bad-signature') reply.header(REFUSAL_HEADER, 'signature-wrong');
        const retryAfterSeconds = refusal === 'too-many' ? WEBHOOK_RETRY_SECONDS : null;
        return sendRefusal(reply, dueTo(refusalResponses[refusal], outage), retryAfterSeconds);
      };
      const body = await readBody(request, bodyMaxBytes);
      if (!body.ok) return refused(body.refusal);
      if (webhookSecret === null)
        log.warn(headers, '[webhook] accepted without verification: no webhook secret is configured');
      else if (!signatureMatches(body.value, signatureOf(request), webhookSecret)) return refused('bad-signature');
      if (!isWithinJsonBounds(body.value, WEBHOOK_JSON)) return refused('too-complex');
      const payload = parseJson(body.value);
      if (payload === undefined) return refused('not-json');
      if (headers.event === null) return refused('event-missing');

      const event = parseEvent(headers.event, payload, appId);
      const line = { ...headers, ...loggedFieldsOf(payload) };
      if (!event.ok) return refused(event.refusal, line);
      request.logged = { fields: { ...line, effect: event.value.kind }, message: '[webhook] event received' };
      const isSigned = webhookSecret !== null;
      const delivery = { name: headers.event, deliveryId: headers.delivery, appId, appSlug };
      try {
        const applied = await traces.within(taskOf(headers.delivery, event.value), () =>
          applyEvent(services, repeatedEvents.hold, {
            event: event.value,
            entry: isSigned ? auditEntryOf(payload, delivery) : null,
            signedBody: isSigned ? body.value : null,
            name: delivery.name,
            installationId: line.installationId,
          }),
        );
        return applied.ok ? ok({ ok: true }) : refused(applied.refusal, line);
      } catch (error) {
        // The specification has a status for this, and the sender retries.
        const outage = outageNameIn(error);
        if (outage === null) throw error;
        return refused('not-stored', line, outage);
      }
    },
  );
};

const NOT_JSON_TYPE =
  "[webhook] refused: the body is not JSON. Choose application/json as the content type of the App's webhook";

const taskOf = (delivery: string | null, { kind }: WebhookEvent): Task => ({
  name: 'webhook',
  ...(delivery !== null && { fields: { delivery } }),
  attributes: { 'orgdesk.effect': kind, ...(delivery !== null && { 'orgdesk.delivery': delivery }) },
});

const signatureOf = (request: FastifyRequest): string | undefined =>
  textHeader(request, 'x-hub-signature-256') ?? undefined;

/** Accepts the specification's header names and GitHub's (decision N2). */
const headersOf = (request: FastifyRequest) => ({
  event: shortHeader(request, 'x-host-event') ?? shortHeader(request, 'x-github-event'),
  delivery: shortHeader(request, 'x-host-delivery') ?? shortHeader(request, 'x-github-delivery'),
});

const shortHeader = (request: FastifyRequest, name: string): string | null =>
  loggableText(textHeader(request, name)) || null;

function textHeader(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Returns undefined unless the body is UTF-8 JSON. */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(UTF8.decode(body));
  } catch {
    return undefined;
  }
}
