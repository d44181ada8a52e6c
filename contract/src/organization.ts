import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Nullable, type Shape } from './shape.ts';

/** Specification: Organization. */
export const OrganizationView = Type.Object({
  id: Type.Integer(),
  login: Type.String(),
  name: Nullable(Type.String()),
  avatarUrl: Nullable(Type.String()),
  viewerCanAdminister: Type.Boolean(),
  hasAppInstalled: Type.Boolean({ description: 'When false, the four fields below are null.' }),
  installationId: Nullable(Type.Integer()),
  repositoryCount: Nullable(Type.Integer({ description: 'Cached count; null when it has not been fetched.' })),
  repositorySelection: Nullable(Type.Union([Type.Literal('all'), Type.Literal('selected')])),
  suspendedAt: Nullable(Type.String({ description: 'ISO 8601 while the installation is suspended, else null.' })),
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
  summary: 'The organizations of the signed-in person',
  description: `
    Sorted by login, from stored data. Role and membership are those of the sign-in. What is said of the App is as last
    heard from the code host: at a sign-in, by a webhook, by a comparison, or when somebody asked why they see less.
  `,
  session: 'needed',
  answers: { 200: { description: 'The organizations.', json: OrganizationsAnswer } },
});

export const GET_ORGANIZATION = endpoint({
  id: 'getOrganization',
  method: 'GET',
  path: '/api/organizations/{login}',
  chapter: 'Organizations',
  summary: 'One of the organizations of the signed-in person',
  description: `
    An organization that does not exist and one of others look the same.
  `,
  session: 'needed',
  params: OrganizationParams,
  answers: { 200: { description: 'The organization.', json: OrganizationAnswer } },
});
