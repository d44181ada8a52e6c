import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Nullable, type Shape } from './shape.ts';

/** The operations that may be proxied. Specification: Allowlist and variables. */
export const GraphqlOperationName = Type.Union([
  Type.Literal('ViewerProfile'),
  Type.Literal('OrganizationSummary'),
  Type.Literal('OrganizationMembers'),
  Type.Literal('OrganizationTeams'),
  Type.Literal('TeamMembers'),
  Type.Literal('RepositoryContributors'),
  Type.Literal('OrgRepositories'),
  Type.Literal('RepoScoringData'),
  Type.Literal('OrgTeamsData'),
  Type.Literal('OrgScoringData'),
  Type.Literal('OrganizationRepositories'),
]);
export type GraphqlOperationName = Shape<typeof GraphqlOperationName>;

/** Body of `POST /api/github/graphql`. */
export const GraphqlProxyRequest = Type.Object({
  query: Type.String({ description: 'GraphQL document with exactly one operation, named as in `operationName`.' }),
  operationName: GraphqlOperationName,
  variables: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
});
export type GraphqlProxyRequest = Shape<typeof GraphqlProxyRequest>;

/** Something that the code host withheld of an answer. */
export const WithheldData = Type.Object({
  message: Type.String(),
  type: Nullable(Type.String()),
  path: Nullable(Type.Array(Type.Union([Type.String(), Type.Number()]))),
});
export type WithheldData = Shape<typeof WithheldData>;

/** 200 of it. */
export const GraphqlProxyAnswer = Type.Object({
  data: Type.Unknown({ description: 'What the document asks for, in the shape of the platform.' }),
  errors: Type.Optional(
    Type.Array(WithheldData, { description: 'What the code host withheld; there only when something was.' }),
  ),
});
export type GraphqlProxyAnswer = Shape<typeof GraphqlProxyAnswer>;

export const RUN_GRAPHQL_OPERATION = endpoint({
  id: 'runGraphqlOperation',
  method: 'POST',
  path: '/api/github/graphql',
  chapter: 'GraphQL proxy',
  summary: 'Run an allowed GraphQL read as the signed-in person',
  description:
    'Exactly one operation, a query, with an allowed name, its own root field and its own variables; everything else ' +
    'is refused before the code host is asked. Paged operations take a cursor in `after`.',
  session: 'needed',
  body: GraphqlProxyRequest,
  checkedBy: 'handler',
  answers: { 200: { description: 'The data, and what the code host withheld of it.', json: GraphqlProxyAnswer } },
});
