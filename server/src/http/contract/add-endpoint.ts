import { type Answers, BODY_MAX_BYTES, type Endpoint, ErrorAnswer, type Shape } from '@orgdesk/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { TSchema } from 'typebox';
import { refusals, type WireTable } from './refusals.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    refusals?: Answers;
    /** By default, the message names the invalid value. */
    wrongBody?: string;
    /** Whether a status is specified for all failures, including outages. */
    failsAsWhole?: boolean;
  }
}

interface ServedBy {
  /** Permission checks, in order. */
  readonly onRequest?: onRequestAsyncHookHandler | onRequestAsyncHookHandler[];
  /** `wrong-body` is the refusal of an invalid body. */
  readonly wireOf?: WireTable;
  /** Whether refusals are pages for clients that accept HTML. */
  readonly page?: true;
  /** A status is specified for all failures; the scope needs an error handler. */
  readonly failsAsWhole?: true;
  /** Used where the contract's schema would try several variants. */
  readonly writes?: TSchema;
}

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

/** A sent reply. `FastifyReply` itself is thenable, which confuses type inference. */
type Sent = Pick<FastifyReply, 'sent'>;

/** The condition is outermost so that TypeScript resolves the contract's type. */
type Handler<Exact extends Endpoint> = Exact extends {
  readonly answers: { readonly 200: { readonly json: infer Schema extends TSchema } };
}
  ? (request: EndpointRequest<Exact>, reply: FastifyReply) => Promise<Shape<Schema> | Sent>
  : (request: EndpointRequest<Exact>, reply: FastifyReply) => Promise<Sent>;

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

/** For handlers that validate themselves. Empty if the value is missing or repeated. */
export function queryText(request: FastifyRequest, name: string): string {
  const value = (request.query as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : '';
}
