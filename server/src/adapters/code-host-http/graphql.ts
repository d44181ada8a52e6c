import type { Static, TSchema } from 'typebox';
import { Type } from 'typebox';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { HostToken } from '../../domain/session.ts';
import type { HostRefusal } from '../../ports/code-host.ts';
import type { GraphqlDocument } from './documents.ts';
import { fits } from './fits.ts';
import { refusalOf, rejected, saysRateLimited, unexpected, unreachable } from './refusals.ts';
import type { HostTransport } from './transport.ts';

/**
 * Runs a document with a user's token and answers its `data`, also when errors tell that parts are withheld.
 * Data that does not fit the schema is refused as a whole.
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

/** GraphQL on its one address. */
export function createGraphqlReader(graphqlUrl: string, send: HostTransport): GraphqlReader {
  return async (token, { operationName, query }, variables, schema) => {
    const sent = await send({
      method: 'POST',
      url: graphqlUrl,
      headers: { authorization: `Bearer ${token}` },
      parameters: { query, operationName, variables },
      secrets: [token],
    });
    if (!sent.ok) return refuse(unreachable(sent.refusal));
    const refusal = refusalOf(sent.value);
    if (refusal !== null) return refuse(refusal);

    const { body, message } = sent.value;
    // The secondary limit may also come as a REST-like body with status 200.
    if (message !== null && saysRateLimited(message)) return refuse({ kind: 'rate-limited' });
    if (!fits(GraphqlAnswer, body)) return refuse(unexpected());
    const { data = null, errors = [] } = body;
    if (errors.some(isRateLimitError)) return refuse({ kind: 'rate-limited' });
    if (data === null && errors.length > 0) return refuse(rejected(sent.value));
    return fits(schema, data) ? ok(data) : refuse(unexpected());
  };
}

const RateLimitError = Type.Union([
  Type.Object({ type: Type.Union([Type.Literal('RATE_LIMITED'), Type.Literal('RATE_LIMIT')]) }),
  Type.Object({ code: Type.Literal('graphql_rate_limit') }),
  Type.Object({ extensions: Type.Object({ code: Type.Literal('graphql_rate_limit') }) }),
]);

// An exhausted limit arrives with status 200. GitHub docs: Rate limits and query limits for the GraphQL API.
const isRateLimitError = (error: unknown): boolean =>
  fits(RateLimitError, error) ||
  (fits(Type.Object({ message: Type.String() }), error) && saysRateLimited(error.message));
