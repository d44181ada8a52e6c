import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Answer, fetchOnce } from '../../support/browser.ts';

const FOLDER = fileURLToPath(new URL('../../../../client/src/operations/', import.meta.url));

/** The published documents by their name. */
export const DOCUMENTS: ReadonlyMap<string, string> = new Map(
  globSync('*.graphql', { cwd: FOLDER })
    .sort()
    .map((file) => [basename(file, '.graphql'), readFileSync(join(FOLDER, file), 'utf8')]),
);

/** The published document of an operation. */
export function documentOf(operationName: string): string {
  const document = DOCUMENTS.get(operationName);
  if (document === undefined) throw new Error(`there is no document ${operationName}`);
  return document;
}

const ORGANIZATION = { login: 'acme' };
const REPOSITORY = { owner: 'acme', name: 'api' };

/** Specification: `POST /api/github/graphql`, Allowlist and variables; values of the seeded world. */
export const VARIABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ViewerProfile: {},
  OrganizationSummary: ORGANIZATION,
  OrganizationMembers: ORGANIZATION,
  OrganizationTeams: ORGANIZATION,
  TeamMembers: { ...ORGANIZATION, teamSlug: 'engineering' },
  RepositoryContributors: REPOSITORY,
  OrgRepositories: ORGANIZATION,
  RepoScoringData: REPOSITORY,
  OrgTeamsData: ORGANIZATION,
  OrgScoringData: ORGANIZATION,
  OrganizationRepositories: ORGANIZATION,
};

export const PAGED = ['OrganizationMembers', 'OrganizationTeams', 'TeamMembers', 'RepositoryContributors'] as const;

/** The root field an operation may ask for, as it stands in its document. */
export const rootOf = (operationName: string): string => /\{\s*(\w+)/.exec(documentOf(operationName))?.[1] ?? '';

/** Posts to the proxy; a text goes out as it is. */
export function proxy(url: string, headers: Readonly<Record<string, string>>, body: unknown): Promise<Answer> {
  return fetchOnce(`${url}/api/github/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** A published operation with variables of the seeded world, some of them replaced. */
export const requestOf = (operationName: string, variables: Readonly<Record<string, unknown>> = {}) => ({
  query: documentOf(operationName),
  operationName,
  variables: { ...VARIABLES[operationName], ...variables },
});
