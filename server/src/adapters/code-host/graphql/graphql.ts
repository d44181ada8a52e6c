import type { Static, TSchema } from 'typebox';
import { Type } from 'typebox';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { HostToken } from '../../../domain/session.ts';
import type { GraphqlData, GraphqlError, GraphqlRequest, HostRefusal } from '../../../ports/code-host.ts';
import { fits } from '../send/fits.ts';
import { rateLimited, refusalOf, rejected, saysRateLimited, unexpected, unreachable } from '../send/refusals.ts';
import { publicText } from '../send/spoken-message.ts';
import type { HostTransport } from '../send/transport.ts';
import type { GraphqlDocument } from './documents.ts';

/**
 * Runs a document with a user's token. Errors beside data are answered with it; errors alone are a refusal, with
 * status 404 when they say that something does not exist.
 */
export type GraphqlRunner = (token: HostToken, request: GraphqlRequest) => Promise<Result<GraphqlData, HostRefusal>>;

/**
 * Runs a document of ours and answers its `data`, also when errors tell that parts are withheld. Data that does
 * not fit the schema is refused as a whole.
 */
export type GraphqlReader = <S extends TSchema>(
  token: HostToken,
  document: GraphqlDocument,
  variables: Readonly<Record<string, unknown>>,
  schema: S,
) => Promise<Result<Static<S>, HostRefusal>>;

const GraphqlAnswer = Type.Object({
  data: Type.Optional(Type.Unknown()),
  errors: Type.Optional(Type.Array(Type.Unknown())),
});
const Data = Type.Record(Type.String(), Type.Unknown());

/** GraphQL on its one address. */
export function createGraphqlRunner(graphqlUrl: string, send: HostTransport): GraphqlRunner {
  return async (token, { operationName, query, variables }) => {
    const sent = await send({
      method: 'POST',
      url: graphqlUrl,
      headers: { authorization: `Bearer ${token}` },
      parameters: { query, operationName, variables },
      secrets: [token],
    });
    if (!sent.ok) return refuse(unreachable(sent.refusal));
    // What is missing is told with status 200; a 404 speaks of the address itself.
    if (sent.value.status === 404) return refuse(unreachable('no GraphQL at this address'));
    const refusal = refusalOf(sent.value);
    if (refusal !== null) return refuse(refusal);

    const { body, message } = sent.value;
    // The secondary limit may also come as a REST-like body with status 200.
    if (message !== null && saysRateLimited(message)) return refuse(rateLimited(sent.value));
    if (!fits(GraphqlAnswer, body)) return refuse(unexpected());
    const { data = null, errors = [] } = body;
    if (errors.some(isRateLimitError)) return refuse(rateLimited(sent.value));
    if (data === null && errors.length > 0) {
      const isMissing = errors.some((entry) => graphqlError(entry, token).type === 'NOT_FOUND');
      return refuse(rejected({ ...sent.value, status: isMissing ? 404 : sent.value.status }));
    }
    return fits(Data, data)
      ? ok({ data, errors: errors.map((entry) => graphqlError(entry, token)) })
      : refuse(unexpected());
  };
}

/** The same for documents of ours, whose answers are checked. */
export function createGraphqlReader(run: GraphqlRunner): GraphqlReader {
  return async (token, { operationName, query }, variables, schema) => {
    const answer = await run(token, { operationName, query, variables });
    if (!answer.ok) return answer;
    return fits(schema, answer.value.data) ? ok(answer.value.data) : refuse(unexpected());
  };
}

const ErrorEntry = Type.Object({ message: Type.String() });
const ErrorKind = Type.Object({ type: Type.String() });
const ErrorPath = Type.Object({ path: Type.Array(Type.Union([Type.String(), Type.Number()])) });

const graphqlError = (entry: unknown, token: HostToken): GraphqlError => ({
  message: (fits(ErrorEntry, entry) ? publicText(entry.message, [token]) : null) ?? 'The code host gave no reason.',
  type: fits(ErrorKind, entry) ? entry.type : null,
  path: fits(ErrorPath, entry) ? entry.path : null,
});

const RateLimitError = Type.Union([
  Type.Object({ type: Type.Union([Type.Literal('RATE_LIMITED'), Type.Literal('RATE_LIMIT')]) }),
  Type.Object({ code: Type.Literal('graphql_rate_limit') }),
  Type.Object({ extensions: Type.Object({ code: Type.Literal('graphql_rate_limit') }) }),
]);

// An exhausted limit arrives with status 200. GitHub docs: Rate limits and query limits for the GraphQL API.
const isRateLimitError = (error: unknown): boolean =>
  fits(RateLimitError, error) ||
  (fits(Type.Object({ message: Type.String() }), error) && saysRateLimited(error.message));
