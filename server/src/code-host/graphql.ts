import { type Static, type TSchema, Type } from 'typebox';
import type { HostRefusal, HostResult } from '../domain/host-refusal.ts';
import { ok, refuse } from '../lib/result.ts';
import type { HostToken } from '../lib/secrets.ts';
import { addressBelow, hostPath } from './host-path.ts';
import type { HostPage } from './pages.ts';
import {
  MISSING,
  publicText,
  rateLimited,
  rejected,
  saysAddressRefused,
  saysRateLimited,
  saysSignOn,
  saysTooMuch,
  UNEXPECTED,
  unreachable,
} from './send/refusals.ts';
import { expected, type HostSend } from './send/send.ts';
import { fits, TextOrNull } from './send/shapes.ts';

export interface GraphqlRequest {
  readonly query: string;
  readonly operationName: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface GraphqlData {
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors: readonly GraphqlError[];
}

/** An error that clients may see. */
export interface GraphqlError {
  readonly message: string;
  /** Platform type, such as `FORBIDDEN`; null if none. */
  readonly type: string | null;
  readonly path: readonly (string | number)[] | null;
}

/** Errors alone are a refusal. */
type GraphqlRunner = (token: HostToken, request: GraphqlRequest, end?: AbortSignal) => Promise<HostResult<GraphqlData>>;

const GraphqlAnswer = Type.Object({
  data: Type.Optional(Type.Unknown()),
  errors: Type.Optional(Type.Array(Type.Unknown())),
});
const Data = Type.Record(Type.String(), Type.Unknown());

export function createGraphqlRunner(graphqlUrl: string, send: HostSend): GraphqlRunner {
  const url = addressBelow(graphqlUrl, hostPath``);
  return async (token, { operationName, query, variables }, end) => {
    const body = { query, operationName, variables };
    const request = { call: `graphql.${operationName}`, method: 'POST', url, body, end } as const;
    const response = await send(request, token);
    if (!response.ok) return response;
    const { status, body: answer, message, refusal } = response.value;
    // A missing resource has status 200; 404 means the address itself is wrong.
    if (status === 404) return refuse(unreachable('no GraphQL API at this URL'));
    if (refusal !== null) return refuse(refusal);
    // The secondary limit may arrive as a REST-like body with status 200.
    if (message !== null && saysRateLimited(message)) return refuse(rateLimited(response.value));
    if (!fits(GraphqlAnswer, answer)) return refuse(UNEXPECTED);

    const { data = null } = answer;
    const errors = answer.errors?.map((entry) => parseError(entry, token)) ?? [];
    if (answer.errors?.some(isRateLimitError)) return refuse(rateLimited(response.value));
    if (data === null && errors.length > 0) {
      const isMissing = errors.some(({ type }) => type === 'NOT_FOUND');
      if (isMissing) return refuse({ kind: 'missing', message: message ?? '' });
      const cut = errors.find(isGivenUp);
      return refuse(cut === undefined ? rejected(response.value) : unreachable(cut.message));
    }
    return fits(Data, data) ? ok({ data, errors }) : refuse(UNEXPECTED);
  };
}

export const dataOf = <S extends TSchema>(answer: HostResult<GraphqlData>, schema: S): HostResult<Static<S>> =>
  answer.ok ? expected(schema, answer.value.data) : answer;

export function refusalIn([error]: readonly GraphqlError[]): HostRefusal | null {
  if (error === undefined) return null;
  const { message, type } = error;
  if (saysSignOn(message)) return { kind: 'single-sign-on', message, authorizeUrl: null };
  if (saysAddressRefused(message)) return { kind: 'ip-allow-list', message };
  if (isGivenUp({ message, type, path: null })) return unreachable(message);
  return type === 'NOT_FOUND' ? { kind: 'missing', message } : { kind: 'rejected', status: 200, message };
}

const TOO_MUCH = new Set(['RESOURCE_LIMITS_EXCEEDED', 'MAX_NODE_LIMIT_EXCEEDED', 'TIMEOUT']);

/** The platform gave up on the query: it says nothing about what was asked for. */
export const isGivenUp = ({ type, message }: GraphqlError): boolean => TOO_MUCH.has(type ?? '') || saysTooMuch(message);

const ErrorEntry = Type.Object({ message: Type.String() });
const ErrorKind = Type.Object({ type: Type.String() });
const ErrorPath = Type.Object({ path: Type.Array(Type.Union([Type.String(), Type.Number()])) });

const parseError = (entry: unknown, token: HostToken): GraphqlError => ({
  message: (fits(ErrorEntry, entry) ? publicText(entry.message, [token]) : null) ?? 'The code host gave no reason.',
  type: fits(ErrorKind, entry) ? entry.type : null,
  path: fits(ErrorPath, entry) ? entry.path : null,
});

const RateLimitError = Type.Union([
  Type.Object({ type: Type.Union([Type.Literal('RATE_LIMITED'), Type.Literal('RATE_LIMIT')]) }),
  Type.Object({ code: Type.Literal('graphql_rate_limit') }),
  Type.Object({ extensions: Type.Object({ code: Type.Literal('graphql_rate_limit') }) }),
]);

// An exhausted limit has status 200. GitHub docs: Rate limits and query limits for the GraphQL API.
const isRateLimitError = (error: unknown): boolean =>
  fits(RateLimitError, error) || (fits(ErrorEntry, error) && saysRateLimited(error.message));

export const PageInfo = Type.Object({ hasNextPage: Type.Boolean(), endCursor: TextOrNull });

interface GraphqlPart<Data> {
  readonly data: Data;
  withheldUnless(isWhole: boolean): HostRefusal | null;
}

export function partOf<S extends TSchema>(
  answer: HostResult<GraphqlData>,
  schema: S,
): HostResult<GraphqlPart<Static<S>>> {
  if (!answer.ok) return answer;
  const { data, errors } = answer.value;
  const refusal = refusalIn(errors);
  if (!fits(schema, data)) return refuse(refusal ?? UNEXPECTED);
  return ok({
    data,
    withheldUnless: (isWhole) => refusal ?? (isWhole ? null : UNEXPECTED),
  });
}

/** Refuses what another organization has under the login. */
export const ofOrganization = <Data extends { readonly organization: { readonly databaseId: number } }>(
  part: HostResult<GraphqlPart<Data>>,
  organizationId: number,
): HostResult<GraphqlPart<Data>> =>
  part.ok && part.value.data.organization.databaseId !== organizationId ? refuse(MISSING) : part;

export const pageOf = <T>(body: T, { hasNextPage, endCursor }: Static<typeof PageInfo>): HostResult<HostPage<T>> =>
  hasNextPage && endCursor === null
    ? refuse(unreachable('a paged list has no next cursor'))
    : ok({ body, next: hasNextPage ? endCursor : null });
