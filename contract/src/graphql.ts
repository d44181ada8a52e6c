import { type Static, Type } from 'typebox';
import { Nullable } from './nullable.ts';

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
export type GraphqlOperationName = Static<typeof GraphqlOperationName>;

/** Body of `POST /api/github/graphql`. */
export const GraphqlProxyRequest = Type.Object({
  query: Type.String({ description: 'GraphQL document with exactly one operation, named as in `operationName`.' }),
  operationName: GraphqlOperationName,
  variables: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
});
export type GraphqlProxyRequest = Static<typeof GraphqlProxyRequest>;

/** Something that the code host withheld of an answer. */
export const WithheldData = Type.Object({
  message: Type.String(),
  type: Nullable(Type.String()),
  path: Nullable(Type.Array(Type.Union([Type.String(), Type.Number()]))),
});
export type WithheldData = Static<typeof WithheldData>;

/** 200 of it. */
export const GraphqlProxyAnswer = Type.Object({
  data: Type.Unknown({ description: 'What the document asks for, in the shape of the platform.' }),
  errors: Type.Optional(
    Type.Array(WithheldData, { description: 'What the code host withheld; there only when something was.' }),
  ),
});
export type GraphqlProxyAnswer = Static<typeof GraphqlProxyAnswer>;
