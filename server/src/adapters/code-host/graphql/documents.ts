import { readFileSync } from 'node:fs';

export interface GraphqlDocument {
  readonly operationName: string;
  readonly query: string;
}

export const VIEWER_PROFILE = readDocument('ViewerProfile');
/** Variable: `after`. */
export const VIEWER_ORGANIZATIONS = readDocument('ViewerOrganizations');
/** Variables: `login`, `organization`. */
export const USER_BY_LOGIN = readDocument('UserByLogin');
/** Variables: `login`, `organization`. */
export const MEMBER_BY_LOGIN = readDocument('MemberByLogin');
/** Variables: `organization`, `slug`. */
export const TEAM_BY_SLUG = readDocument('TeamBySlug');
/**
 * Variables: `organization`, `first`, `after`, `people` (count), `person` (optional login), `affiliation` (optional)
 * and `withPeople`.
 */
export const ORGANIZATION_ACCESS = readDocument('OrganizationAccess', 'PeopleOfRepository');
/** Variables: `organization`, `repository`, `first`, `after` and `affiliation`. */
export const REPOSITORY_ACCESS = readDocument('RepositoryAccess', 'PeopleOfRepository');

/** Variables: `organization`, `after`. */
export const ORGANIZATION_MEMBERS = readDocument('OrganizationMembers');
/** Variables: `organization`, `after`. */
export const ORGANIZATION_TEAMS = readDocument('OrganizationTeams', 'PeopleOfTeam');
/** Variables: `organization`, `slug`, `after`. */
export const TEAM_PEOPLE = readDocument('TeamPeople', 'PeopleOfTeam');
/** Variables: `organization`, `login`, `after`. */
export const TEAMS_OF_PERSON = readDocument('TeamsOfPerson');

/** Variables: `organization`, `login0` and so on. Only Enterprise Server reports suspension. */
export function accountsByLogin(count: number, withSuspension: boolean): GraphqlDocument {
  const places = Array.from({ length: count }, (_, place) => place);
  const query = `query AccountsByLogin($organization: String!, ${places.map((place) => `$login${place}: String!`).join(', ')}) {
  organization(login: $organization) { databaseId }
  ${places.map((place) => `account${place}: repositoryOwner(login: $login${place}) { ...account }`).join('\n  ')}
}
fragment account on RepositoryOwner {
  __typename
  login
  ... on User { databaseId organization(login: $organization) { login }${withSuspension ? ' suspendedAt' : ''} }
  ... on Organization { databaseId }
}`;
  return { operationName: 'AccountsByLogin', query };
}

function readDocument(operationName: string, ...parts: readonly string[]): GraphqlDocument {
  return { operationName, query: [operationName, ...parts].map(textOf).join('\n') };
}

function textOf(name: string): string {
  return readFileSync(new URL(`documents/${name}.graphql`, import.meta.url), 'utf8');
}
