import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Nullable, type Shape } from '../shape.ts';
import { ListEnd, Person, PersonParams, WithheldLine } from './people.ts';

/** Permissions in a repository, highest first. */
export const AccessPermission = Type.Union([
  Type.Literal('ADMIN'),
  Type.Literal('MAINTAIN'),
  Type.Literal('WRITE'),
  Type.Literal('TRIAGE'),
  Type.Literal('READ'),
]);
export type AccessPermission = Shape<typeof AccessPermission>;

/** What grants access to a repository. */
export const AccessSource = Type.Object({
  kind: Type.Union([
    Type.Literal('organization', { description: 'As an owner, or by the base permission.' }),
    Type.Literal('team'),
    Type.Literal('repository', { description: 'Granted directly on the repository.' }),
  ]),
  team: Nullable(Type.String()),
  permission: AccessPermission,
});
export type AccessSource = Shape<typeof AccessSource>;

export const ReachedRepository = Type.Object({
  name: Type.String({ description: 'Without the owner prefix.' }),
  isPrivate: Type.Boolean(),
  isArchived: Type.Boolean(),
  /** The highest permission of all sources. */
  permission: AccessPermission,
  sources: Type.Array(AccessSource),
});
export type ReachedRepository = Shape<typeof ReachedRepository>;

/** Of roles that give access to all repositories. Not sent if nobody has one. */
export const OrganizationRolesLine = Type.Object({
  kind: Type.Literal('roles'),
  /** Null if they could not be read. */
  roles: Nullable(
    Type.Array(
      Type.Object({
        name: Type.String(),
        permission: AccessPermission,
        people: Type.Array(
          Type.Object({
            id: Type.Integer(),
            login: Type.String(),
            teams: Type.Array(Type.String(), {
              description: 'Slugs of teams with the role; empty if assigned directly.',
            }),
          }),
        ),
      }),
    ),
  ),
  message: Nullable(Type.String({ description: "Why they could not be read: the code host's message." })),
});
export type OrganizationRolesLine = Shape<typeof OrganizationRolesLine>;

export const ReachedRepositoriesLine = Type.Union([
  Type.Object({
    kind: Type.Literal('repositories'),
    repositories: Type.Array(ReachedRepository),
    lookedAt: Type.Integer({ minimum: 0 }),
    total: Type.Integer({ minimum: 0 }),
  }),
  OrganizationRolesLine,
  WithheldLine,
  ListEnd,
]);
export type ReachedRepositoriesLine = Shape<typeof ReachedRepositoriesLine>;

export const RepositoryPeopleLine = Type.Union([
  Type.Object({
    kind: Type.Literal('people'),
    people: Type.Array(
      Type.Object({
        ...Type.Omit(Person, ['role']).properties,
        permission: AccessPermission,
        sources: Type.Array(AccessSource),
      }),
    ),
    total: Type.Integer({ minimum: 0 }),
  }),
  OrganizationRolesLine,
  WithheldLine,
  ListEnd,
]);
export type RepositoryPeopleLine = Shape<typeof RepositoryPeopleLine>;

export const RepositoryParams = Type.Object({
  login: Type.String({ description: 'Login of the organization, trimmed; ASCII letters match in either case.' }),
  repository: Type.String({ description: 'Name of the repository, without the organization.' }),
});
export type RepositoryParams = Shape<typeof RepositoryParams>;

export const LIST_REACHED_REPOSITORIES = endpoint({
  id: 'listReachedRepositories',
  method: 'GET',
  path: '/api/organizations/{login}/people/{person}/access',
  chapter: 'People',
  summary: "List a person's repository access",
  description: `
    For current owners of the organization. NDJSON, each line a
    ReachedRepositoriesLine, sent as they are read. Includes only repositories that the App can access; those whose people the
    code host does not return are named in lines \`withheld\`. A line \`roles\` has the person's organization roles.
  `,
  session: 'needed',
  params: PersonParams,
  streams: 'list',
  answers: { 200: { description: 'The repositories, streamed.', lines: ReachedRepositoriesLine } },
});

export const LIST_REPOSITORY_PEOPLE = endpoint({
  id: 'listRepositoryPeople',
  method: 'GET',
  path: '/api/organizations/{login}/repositories/{repository}/access',
  chapter: 'People',
  summary: 'List people with access to a repository',
  description: `
    For current owners of the organization. NDJSON, each line a
    RepositoryPeopleLine, sent as they are read. A line \`roles\` has everybody with an organization role.
  `,
  session: 'needed',
  params: RepositoryParams,
  streams: 'list',
  answers: { 200: { description: 'The people, streamed.', lines: RepositoryPeopleLine } },
});
