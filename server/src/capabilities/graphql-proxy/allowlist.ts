/** How a variable of an operation has to be given. */
export type VariableKind = 'text' | 'text-or-nothing';

/** An operation that may be proxied: the only root field it may ask for, and its variables. */
export interface AllowedOperation {
  readonly rootField: 'viewer' | 'organization' | 'repository';
  readonly variables: Readonly<Record<string, VariableKind>>;
}

const OF_ORGANIZATION = { rootField: 'organization', variables: { login: 'text' } } as const;
const OF_ORGANIZATION_PAGED = {
  rootField: 'organization',
  variables: { login: 'text', after: 'text-or-nothing' },
} as const;
const OF_REPOSITORY = { rootField: 'repository', variables: { owner: 'text', name: 'text' } } as const;

/** The eleven operations. Specification: `POST /api/github/graphql`, Allowlist and variables. */
export const ALLOWLIST: ReadonlyMap<string, AllowedOperation> = new Map<string, AllowedOperation>([
  ['ViewerProfile', { rootField: 'viewer', variables: {} }],
  ['OrganizationSummary', OF_ORGANIZATION],
  ['OrganizationMembers', OF_ORGANIZATION_PAGED],
  ['OrganizationTeams', OF_ORGANIZATION_PAGED],
  [
    'TeamMembers',
    { rootField: 'organization', variables: { login: 'text', teamSlug: 'text', after: 'text-or-nothing' } },
  ],
  [
    'RepositoryContributors',
    { rootField: 'repository', variables: { owner: 'text', name: 'text', after: 'text-or-nothing' } },
  ],
  ['OrgRepositories', OF_ORGANIZATION],
  ['RepoScoringData', OF_REPOSITORY],
  ['OrgTeamsData', OF_ORGANIZATION],
  ['OrgScoringData', OF_ORGANIZATION],
  ['OrganizationRepositories', OF_ORGANIZATION],
]);
