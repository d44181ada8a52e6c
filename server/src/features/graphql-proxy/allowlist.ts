import { VARIABLE_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import { ok, type Result, refuse } from '../../lib/result.ts';

export interface AllowedOperation {
  readonly rootField: 'viewer' | 'organization' | 'repository';
  readonly variables: Readonly<Record<string, 'text' | 'text-or-nothing'>>;
}

const OF_ORGANIZATION = { rootField: 'organization', variables: { login: 'text' } } as const;
const CURSOR = { after: 'text-or-nothing' } as const;

/** Specification: `POST /api/github/graphql`, Allowlist and variables. */
export const ALLOWLIST: ReadonlyMap<string, AllowedOperation> = new Map<string, AllowedOperation>([
  ['ViewerProfile', { rootField: 'viewer', variables: {} }],
  ['OrganizationSummary', OF_ORGANIZATION],
  ['OrganizationMembers', { rootField: 'organization', variables: { login: 'text', ...CURSOR } }],
  ['OrganizationTeams', { rootField: 'organization', variables: { login: 'text', ...CURSOR } }],
  ['TeamMembers', { rootField: 'organization', variables: { login: 'text', teamSlug: 'text', ...CURSOR } }],
  ['RepositoryContributors', { rootField: 'repository', variables: { owner: 'text', name: 'text', ...CURSOR } }],
  ['OrgRepositories', OF_ORGANIZATION],
  ['RepoScoringData', { rootField: 'repository', variables: { owner: 'text', name: 'text' } }],
  ['OrgTeamsData', OF_ORGANIZATION],
  ['OrgScoringData', OF_ORGANIZATION],
  ['OrganizationRepositories', OF_ORGANIZATION],
]);

/** Accepts exactly the listed variables; a cursor may be null or missing (decision G2). */
export function parseVariables(
  input: unknown,
  { variables }: AllowedOperation,
): Result<Readonly<Record<string, string | null>>, 'bad-variables'> {
  const values = input ?? {};
  if (typeof values !== 'object' || Array.isArray(values)) return refuse('bad-variables');
  if (Object.keys(values).some((name) => !Object.hasOwn(variables, name))) return refuse('bad-variables');

  const parsed: Record<string, string | null> = {};
  for (const [name, kind] of Object.entries(variables)) {
    const value: unknown = Object.getOwnPropertyDescriptor(values, name)?.value;
    if (typeof value === 'string' && value !== '' && value.length <= VARIABLE_MAX_CHARACTERS) parsed[name] = value;
    else if (kind === 'text-or-nothing' && (value === undefined || value === null)) parsed[name] = null;
    else return refuse('bad-variables');
  }
  return ok(parsed);
}
