import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  DOCUMENT_ALIASES_MAX,
  DOCUMENT_DEPTH_MAX,
  DOCUMENT_MAX_BYTES,
  DOCUMENT_PARTS_MAX,
  DOCUMENT_TOKENS_MAX,
  PROXY_BODY_MAX_BYTES,
  VARIABLE_MAX_CHARACTERS,
} from '../limits.ts';
import { count, size } from '../quantities.ts';
import { Nullable, type Shape } from '../shape.ts';

/** Specification: Allowlist and variables. */
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

export const GraphqlProxyRequest = Type.Object({
  query: Type.String({ description: 'GraphQL document with exactly one operation, named as in `operationName`.' }),
  operationName: GraphqlOperationName,
  variables: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
});
export type GraphqlProxyRequest = Shape<typeof GraphqlProxyRequest>;

/** Part of an answer that the code host withheld. */
export const WithheldData = Type.Object({
  message: Type.String(),
  type: Nullable(Type.String()),
  path: Nullable(Type.Array(Type.Union([Type.String(), Type.Number()]))),
});
export type WithheldData = Shape<typeof WithheldData>;

export const GraphqlProxyAnswer = Type.Object({
  data: Type.Unknown({ description: 'The requested data, as returned by the code host.' }),
  errors: Type.Optional(
    Type.Array(WithheldData, { description: 'Errors for withheld parts; only present if there are any.' }),
  ),
});
export type GraphqlProxyAnswer = Shape<typeof GraphqlProxyAnswer>;

export const RUN_GRAPHQL_OPERATION = endpoint({
  id: 'runGraphqlOperation',
  method: 'POST',
  path: '/api/github/graphql',
  chapter: 'GraphQL proxy',
  summary: 'Run an allowed GraphQL query as the signed-in person',
  description: `
    Uses the person's own token. The document must have exactly one operation, a query with an allowed name and its root field
    (\`viewer\`, \`organization\` or \`repository\`); everything else is refused without a request to the code host:

    | Operation | Variables |
    |---|---|
    | \`ViewerProfile\` | none |
    | \`OrganizationSummary\`, \`OrgRepositories\`, \`OrgTeamsData\`, \`OrgScoringData\`, \`OrganizationRepositories\` | \`login\` |
    | \`OrganizationMembers\`, \`OrganizationTeams\` | \`login\`, \`after\` |
    | \`TeamMembers\` | \`login\`, \`teamSlug\`, \`after\` |
    | \`RepositoryContributors\` | \`owner\`, \`name\`, \`after\` |
    | \`RepoScoringData\` | \`owner\`, \`name\` |

    Each is a string of 1 to ${count(VARIABLE_MAX_CHARACTERS)} characters; \`after\`, the page cursor, may be null or omitted. The document has no
    introspection except \`__typename\`, no directives other than \`include\` and \`skip\`, no unused fragments or empty braces, up
    to ${size(DOCUMENT_MAX_BYTES)}, ${count(DOCUMENT_TOKENS_MAX)} tokens, ${DOCUMENT_DEPTH_MAX} levels of braces and brackets, ${DOCUMENT_ALIASES_MAX} aliases, and ${DOCUMENT_PARTS_MAX} fields, fragments, directives, variables
    and values in total. With \`PROXY_DOCUMENTS=shipped\` it must be one of the client's; comments and whitespace are ignored.
  `,
  session: 'needed',
  body: GraphqlProxyRequest,
  bodyMaxBytes: PROXY_BODY_MAX_BYTES,
  checkedBy: 'handler',
  answers: { 200: { description: 'The data, and errors for withheld parts.', json: GraphqlProxyAnswer } },
});
