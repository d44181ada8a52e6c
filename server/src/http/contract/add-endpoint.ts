import { type Answers, BODY_MAX_BYTES, type Endpoint, ErrorAnswer, type Shape } from '@orgdesk/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { TSchema } from 'typebox';
import { ok, type Result } from '../../lib/result.ts';
import { type Access, forgetRights } from '../access.ts';
import { isLink } from '../answers/last-resort.ts';
import type { KeptRoute } from '../kept-answers.ts';
import type { RefusalResponse } from '../refusals.ts';
import { releaseRefused } from '../server/departure.ts';
import { refusePrefetch } from '../session-guard.ts';
import { answerRefusal, type RefusalResponses, type Refused, refusals, refusesCrossSite } from './answer-refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    refusals?: Answers;
    /** By default, the message names the invalid value. */
    wrongBody?: string;
    /** True if one status is specified for all failures, including outages. */
    failsAsWhole?: boolean;
  }
}

interface ServedBy<Exact extends Endpoint, Callers extends readonly unknown[], Kind extends string, Table, Input> {
  readonly access: Access<Callers, Kind>;
  /** Checks input that no schema describes, or room for an answer in pieces. Its value is the handler's last argument. */
  readonly beforeRights?: (
    request: EndpointRequest<Exact>,
    reply: FastifyReply,
  ) => Result<Input, Refused<keyof Table & string>>;
  /** Runs before there is a session. */
  readonly onRequest?: onRequestAsyncHookHandler;
  /** True if requests of other sites are refused before the session is read. */
  readonly crossSiteFirst?: true;
  /** The feature's own refusals, with their sentences. `wrong-body` is for one that does not fit its schema. */
  readonly refusalResponses?: Table;
  /** True if clients that accept HTML get refusals as pages. */
  readonly page?: true;
  /** A status is specified for all failures; the scope needs an error handler. */
  readonly failsAsWhole?: true;
  /** True if it must stay possible for a person who used up the limit of requests. */
  readonly endsSessions?: true;
  /** Only if the session's stamps cover the answer. */
  readonly kept?: KeptRoute;
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
type SentReply = Pick<FastifyReply, 'sent'>;

/** Takes the documented success answer: 200, else 202. */
type Answer<Exact extends Endpoint> = Exact extends {
  readonly answers: { readonly 200: { readonly json: infer Schema extends TSchema } };
}
  ? Shape<Schema>
  : Exact extends { readonly answers: { readonly 202: { readonly json: infer Schema extends TSchema } } }
    ? Shape<Schema>
    : never;

type Handler<Exact extends Endpoint, Callers extends readonly unknown[], Kind extends string, Input> = (
  request: EndpointRequest<Exact>,
  ...rest: [...Callers, reply: FastifyReply, input: Input]
) => Promise<Result<Answer<Exact>, Refused<Kind>> | SentReply>;

/**
 * Registers the route of an endpoint, its schemas and its part of the document.
 *
 * Checks come in this order: session, other site, body and query, `beforeRights`, rights. The handler's refusal is
 * answered from `refusalResponses`, or the table of `access`. Throws when `access` is missing or contradicts the contract.
 */
export function addEndpoint<
  Exact extends Endpoint,
  Callers extends readonly unknown[],
  Kind extends string,
  Table extends RefusalResponses = Readonly<Record<never, RefusalResponse>>,
  Input = undefined,
>(
  app: FastifyInstance,
  endpoint: Exact,
  served: ServedBy<Exact, Callers, Kind, Table, Input>,
  handler: Handler<Exact, Callers, NoInfer<Kind | (keyof Table & string)>, Input>,
): void {
  const {
    access,
    beforeRights,
    onRequest,
    crossSiteFirst,
    refusalResponses = NO_REFUSALS,
    writes,
    failsAsWhole,
    endsSessions = false,
    kept,
    ...more
  } = served;
  checkAccess(endpoint, access);
  const { method, path, params, query, body, bodyMaxBytes = BODY_MAX_BYTES, checkedBy, answers } = endpoint;
  const shapes = Object.entries(answers).flatMap(([status, { json }]) => (json === undefined ? [] : [[status, json]]));
  const table: RefusalResponses = { ...access.refusalResponses, ...refusalResponses };
  const requireSession = access.requireSession === null ? [] : [access.requireSession(app.endpointServices.guard)];
  const refuseCrossSite = refusesCrossSite(endpoint) ? [app.endpointServices.guard.refuseCrossSite] : [];
  const guards = crossSiteFirst ? [...refuseCrossSite, ...requireSession] : [...requireSession, ...refuseCrossSite];
  const keptHooks = kept === undefined ? null : app.endpointServices.keptAnswers.hooksOf(kept);
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: {
      endpoint,
      refusals: refusals(table, more),
      endsSessions,
      ...(failsAsWhole === true && { failsAsWhole }),
      ...(table['wrong-body'] !== undefined && { wrongBody: table['wrong-body'].error }),
    },
    onRequest: [
      ...(isLink(answers) ? [refusePrefetch] : []),
      ...(onRequest === undefined ? [] : [onRequest]),
      ...(keptHooks === null ? [] : [keptHooks.answer]),
      ...guards,
    ],
    ...(keptHooks !== null && { onSend: keptHooks.keep }),
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
    handler: answer,
  });

  async function answer(request: EndpointRequest<Exact>, reply: FastifyReply): Promise<unknown> {
    const outcome = await outcomeOf(request, reply).catch((error: unknown) => {
      releaseRefused(reply);
      throw error;
    });
    // To wait for what the handler sent itself gives nothing.
    if (outcome === undefined || !('ok' in outcome)) return undefined;
    if (!outcome.ok) {
      releaseRefused(reply);
      const { refusal } = outcome;
      const isMissing = typeof refusal !== 'string' && refusal.kind === 'missing';
      if (access.isOfOrganization && isMissing) forgetRights(app.endpointServices, request);
      return answerRefusal(reply, table, outcome.refusal);
    }
    if (!(200 in answers)) reply.code(202);
    return outcome.value;
  }

  async function outcomeOf(
    request: EndpointRequest<Exact>,
    reply: FastifyReply,
  ): Promise<Result<Answer<Exact>, Refused<string>> | SentReply | undefined> {
    // Without `beforeRights`, the type of the input is `undefined`.
    const input = beforeRights?.(request, reply) ?? ok(undefined as Input);
    if (!input.ok) return input;
    const callers = await access.admit(app.endpointServices, request);
    if (!callers.ok) return callers;
    return handler(request, ...callers.value, reply, input.value);
  }
}

const NO_REFUSALS = {};

function checkAccess({ id, session, path }: Endpoint, access: Access<readonly unknown[], string> | undefined): void {
  if (access === undefined)
    throw new Error(`${id} does not declare who may call it: add \`access\` to its registration`);
  if (!access.sessions.includes(session))
    throw new Error(`${id} declares an access that does not fit its session in the contract, '${session}'`);
  if (access.isOfOrganization && !path.includes('{login}'))
    throw new Error(`${id} checks rights in an organization, which its path does not name as {login}`);
}

/** For handlers that validate themselves. Empty if the value is missing or repeated. */
export function queryText(request: FastifyRequest, name: string): string {
  const value = (request.query as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : '';
}
