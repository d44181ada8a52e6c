import { type GraphqlProxyRequest, RUN_GRAPHQL_OPERATION } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Type } from 'typebox';
import type { CodeHost } from '../../code-host/code-host.ts';
import type { GraphqlData } from '../../code-host/graphql.ts';
import type { Runtime } from '../../domain/runtime.ts';
import type { Session } from '../../domain/session.ts';
import { signedIn } from '../../http/access.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { sendRefusal } from '../../http/contract/answer-refusal.ts';
import { columnOf, type RefusalResponse, retryAfterSeconds, SIGN_IN_FIRST } from '../../http/refusals.ts';
import { entryBytes } from '../../lib/bounds.ts';
import { ALLOWED_DOCUMENTS_MAX_BYTES } from '../../lib/limits/http.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { hashOf } from '../../lib/secrets.ts';
import type { Sessions } from '../../sessions/services.ts';
import { ALLOWLIST, type AllowedOperation, checkDocument, parseVariables } from './check-document.ts';
import { SHIPPED_DOCUMENTS } from './shipped-documents.ts';

/** Specification: Errors, Other endpoints; decisions G1 to G4. */
const refusalResponses = {
  'no-session': SIGN_IN_FIRST,
  'bad-query': { status: 400, error: 'The query is missing or not a string.' },
  'operation-not-allowed': { status: 403, error: 'This operation is not allowed.' },
  malformed: { status: 400, error: 'The query is not a valid GraphQL document, or is too large.' },
  'not-allowed': { status: 403, error: 'The query requests fields that its operation does not allow.' },
  'not-shipped': { status: 403, error: 'This service only runs queries shipped with its client.' },
  'bad-variables': { status: 400, error: 'The variables do not match the operation.' },
  ...columnOf('query'),
} as const satisfies Readonly<Record<string, RefusalResponse>>;

type ProxyRefusal = keyof typeof refusalResponses;

interface GraphqlProxyServices {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
  readonly sessions: Sessions;
  /** Refuses all documents except the client's (decision G4). */
  readonly onlyShippedDocuments: boolean;
}

interface RefusedOperation {
  readonly reason: ProxyRefusal;
  /** At least 1; null if unknown. */
  readonly retryAfterSeconds: number | null;
}

function createRunOperation({ runtime, codeHost, sessions, onlyShippedDocuments }: GraphqlProxyServices) {
  // Clients repeat few documents, and parsing is the slowest part.
  const allowedTexts = new LRUCache<string, string>({
    maxSize: ALLOWED_DOCUMENTS_MAX_BYTES,
    sizeCalculation: (text, name) => entryBytes(name, 2 * text.length),
  });

  function allowedText(
    query: string,
    operationName: string,
    allowed: AllowedOperation,
  ): ReturnType<typeof checkDocument> {
    const name = `${operationName} ${query}`;
    const cached = allowedTexts.get(name);
    if (cached !== undefined) return ok(cached);
    const checked = checkDocument(query, operationName, allowed);
    if (checked.ok) allowedTexts.set(name, checked.value);
    return checked;
  }

  return async (
    session: Session,
    { query, operationName, variables }: { readonly [Part in keyof GraphqlProxyRequest]?: unknown },
  ): Promise<Result<GraphqlData, RefusedOperation>> => {
    if (typeof query !== 'string' || query.trim() === '') return refuseFor('bad-query');
    if (typeof operationName !== 'string') return refuseFor('operation-not-allowed');
    const allowed = ALLOWLIST.get(operationName);
    if (allowed === undefined) return refuseFor('operation-not-allowed');
    const document = allowedText(query, operationName, allowed);
    if (!document.ok) return refuseFor(document.refusal);
    if (onlyShippedDocuments && !isShipped(operationName, document.value)) return refuseFor('not-shipped');
    const values = parseVariables(variables, allowed);
    if (!values.ok) return refuseFor(values.refusal);

    const fresh = await sessions.fresh(session);
    if (!fresh.ok) return refuseFor('no-session');
    const request = { query: document.value, operationName, variables: values.value };
    const answer = await codeHost.as({ token: fresh.value.grant.accessToken }).query(request);
    if (answer.ok) return ok(answer.value);
    runtime.log.warn({ operationName, refusal: answer.refusal }, 'a proxied query was refused');
    return refuseFor(answer.refusal.kind, retryAfterSeconds(answer.refusal, runtime.clock.now()));
  };
}

/** Ignores comments and whitespace. */
const isShipped = (operationName: string, printed: string): boolean =>
  SHIPPED_DOCUMENTS.get(operationName) === hashOf(printed);

const refuseFor = (reason: ProxyRefusal, retryAfterSeconds: number | null = null) =>
  refuse({ reason, retryAfterSeconds });

/** Specification: `POST /api/github/graphql`. */
export const graphqlProxyRoutes: FastifyPluginAsync<GraphqlProxyServices> = async (app, services) => {
  const runOperation = createRunOperation(services);

  addEndpoint(
    app,
    RUN_GRAPHQL_OPERATION,
    {
      access: signedIn,
      refusalResponses,
      // Most of the response has no known shape.
      writes: Type.Unknown(),
    },
    async (request, { session }, reply) => {
      const outcome = await runOperation(session, Object(request.body));
      if (!outcome.ok) {
        const { reason, retryAfterSeconds } = outcome.refusal;
        return sendRefusal(reply, refusalResponses[reason], retryAfterSeconds);
      }
      const { data, errors } = outcome.value;
      if (errors.length === 0) return ok({ data });
      return ok({ data, errors: errors.map(({ message, type, path }) => ({ message, type, path })) });
    },
  );
};
