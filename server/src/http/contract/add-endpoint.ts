import { type Answers, BODY_MAX_BYTES, type Endpoint, ErrorAnswer, type Shape } from '@orgdesk/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { TSchema } from 'typebox';
import { refusals, type WireTable } from './refusals.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** What it refuses, beside what follows from the endpoint. */
    refusals?: Answers;
    /** What is said of a body that does not fit its schema; by default, which of its values does not. */
    wrongBody?: string;
    /** Whether a status is specified for whatever breaks, an outage too. */
    failsAsWhole?: boolean;
  }
}

interface ServedBy {
  /** Who may ask; in the order in which it is checked. */
  readonly onRequest?: onRequestAsyncHookHandler | onRequestAsyncHookHandler[];
  /** The capability's own refusals, with their sentences. `wrong-body` is for one that does not fit its schema. */
  readonly wireOf?: WireTable;
  /** That its refusals are pages for who asks for one. */
  readonly page?: true;
  /** That a status is specified for whatever breaks, an outage too; its scope has an error handler. */
  readonly failsAsWhole?: true;
  /** What a 200 is written by, where the contract's schema would have to try several. */
  readonly writes?: TSchema;
}

/** A part of a request: in the shape of its schema once that has checked it. */
type Checked<Exact extends Endpoint, Part extends 'params' | 'query' | 'body'> = Part extends keyof Exact
  ? Exact[Part] extends TSchema
    ? Shape<Exact[Part]>
    : unknown
  : unknown;

type Unchecked<Exact extends Endpoint, Part extends 'query' | 'body'> = Exact extends { readonly checkedBy: 'handler' }
  ? unknown
  : Checked<Exact, Part>;

type EndpointRequest<Exact extends Endpoint> = FastifyRequest<{
  Params: Checked<Exact, 'params'>;
  Querystring: Unchecked<Exact, 'query'>;
  Body: Unchecked<Exact, 'body'>;
}>;

/** A reply that the handler sent itself. Not a reply as such: that can be waited for, which blurs types. */
type Sent = Pick<FastifyReply, 'sent'>;

/** The condition is outermost so that an answer is read as what the contract has in its place. */
type Handler<Exact extends Endpoint> = Exact extends {
  readonly answers: { readonly 200: { readonly json: infer Schema extends TSchema } };
}
  ? (request: EndpointRequest<Exact>, reply: FastifyReply) => Promise<Shape<Schema> | Sent>
  : (request: EndpointRequest<Exact>, reply: FastifyReply) => Promise<Sent>;

/**
 * Registers the route of an endpoint: its address, the schemas its requests are checked and its answers written by, and
 * what the document says of it.
 */
export function addEndpoint<Exact extends Endpoint>(
  app: FastifyInstance,
  endpoint: Exact,
  { onRequest = [], wireOf = {}, writes, failsAsWhole, ...more }: ServedBy,
  handler: Handler<Exact>,
): void {
  const { method, path, params, query, body, bodyMaxBytes = BODY_MAX_BYTES, checkedBy, answers } = endpoint;
  const shapes = Object.entries(answers).flatMap(([status, { json }]) => (json === undefined ? [] : [[status, json]]));
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: {
      endpoint,
      refusals: refusals(wireOf, more),
      ...(failsAsWhole === true && { failsAsWhole }),
      ...('wrong-body' in wireOf && { wrongBody: wireOf['wrong-body'].error }),
    },
    onRequest,
    bodyLimit: bodyMaxBytes,
    schema: {
      ...(params === undefined ? {} : { params }),
      ...(query === undefined || checkedBy === 'handler' ? {} : { querystring: query }),
      ...(body === undefined || checkedBy === 'handler' ? {} : { body }),
      response: {
        '4xx': ErrorAnswer,
        '5xx': ErrorAnswer,
        ...Object.fromEntries(shapes),
        ...(writes === undefined ? {} : { 200: writes }),
      },
    },
    handler,
  });
}

/** A query value that was sent exactly once, for a handler that checks: repeated or missing, it is empty. */
export function queryText(request: FastifyRequest, name: string): string {
  const value = (request.query as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : '';
}
