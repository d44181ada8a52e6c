import { type Static, Type } from 'typebox';
import { Nullable } from './nullable.ts';

/** An organization of the signed-in user with its App status. Specification: Organization. */
export const OrganizationView = Type.Object({
  id: Type.Integer(),
  login: Type.String(),
  name: Nullable(Type.String()),
  avatarUrl: Nullable(Type.String()),
  viewerCanAdminister: Type.Boolean(),
  hasAppInstalled: Type.Boolean(),
  installationId: Nullable(Type.Integer()),
  repositoryCount: Nullable(Type.Integer({ description: 'Cached count; null when it has not been fetched.' })),
  repositorySelection: Nullable(Type.Union([Type.Literal('all'), Type.Literal('selected')])),
  suspendedAt: Nullable(Type.String({ description: 'ISO 8601 while the installation is suspended, else null.' })),
});
export type OrganizationView = Static<typeof OrganizationView>;

/** What `{login}` in a path is. */
export const OrganizationParams = Type.Object({
  login: Type.String({ description: 'Login of the organization; ASCII letters match in either case.' }),
});
export type OrganizationParams = Static<typeof OrganizationParams>;

/** 200 of `GET /api/organizations`. */
export const OrganizationsAnswer = Type.Object({ organizations: Type.Array(OrganizationView) });
export type OrganizationsAnswer = Static<typeof OrganizationsAnswer>;

/** 200 of `GET /api/organizations/{login}`. */
export const OrganizationAnswer = Type.Object({ organization: OrganizationView });
export type OrganizationAnswer = Static<typeof OrganizationAnswer>;
