import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Nullable, type Shape } from '../shape.ts';

/** Specification: Organization. */
export const OrganizationView = Type.Object({
  id: Type.Integer(),
  login: Type.String(),
  name: Nullable(Type.String()),
  avatarUrl: Nullable(Type.String()),
  viewerCanAdminister: Type.Boolean(),
  hasAppInstalled: Type.Boolean({ description: 'If false, the four fields below are null.' }),
  installationId: Nullable(Type.Integer()),
  repositoryCount: Nullable(Type.Integer({ description: 'Cached count; null if not fetched.' })),
  repositorySelection: Nullable(Type.Union([Type.Literal('all'), Type.Literal('selected')])),
  suspendedAt: Nullable(Type.String({ description: 'ISO 8601 if the installation is suspended, otherwise null.' })),
});
export type OrganizationView = Shape<typeof OrganizationView>;

export const OrganizationParams = Type.Object({
  login: Type.String({ description: 'Login of the organization, trimmed; ASCII letters match in either case.' }),
});
export type OrganizationParams = Shape<typeof OrganizationParams>;

export const OrganizationsAnswer = Type.Object({ organizations: Type.Array(OrganizationView) });
export type OrganizationsAnswer = Shape<typeof OrganizationsAnswer>;

export const OrganizationAnswer = Type.Object({ organization: OrganizationView });
export type OrganizationAnswer = Shape<typeof OrganizationAnswer>;

export const LIST_ORGANIZATIONS = endpoint({
  id: 'listOrganizations',
  method: 'GET',
  path: '/api/organizations',
  chapter: 'Organizations',
  summary: "List the signed-in person's organizations",
  description: `
    Sorted by login, from stored data. Roles and memberships are from the sign-in. App data is as last
    received from the code host: at sign-in, by webhook, by a comparison, or by an access check.
  `,
  session: 'needed',
  answers: { 200: { description: 'The organizations.', json: OrganizationsAnswer } },
});

export const GET_ORGANIZATION = endpoint({
  id: 'getOrganization',
  method: 'GET',
  path: '/api/organizations/{login}',
  chapter: 'Organizations',
  summary: "Get one of the signed-in person's organizations",
  description: `
    An organization that does not exist looks the same as one the person is not in.
  `,
  session: 'needed',
  params: OrganizationParams,
  answers: { 200: { description: 'The organization.', json: OrganizationAnswer } },
});
