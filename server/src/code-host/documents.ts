import { readFileSync } from 'node:fs';

interface GraphqlDocument {
  readonly operationName: string;
  readonly query: string;
}

export const VIEWER_PROFILE = readDocument('ViewerProfile');
export const VIEWER_ORGANIZATIONS = readDocument('ViewerOrganizations');
export const USER_BY_LOGIN = readDocument('UserByLogin');
export const MEMBER_BY_LOGIN = readDocument('MemberByLogin');
export const TEAM_BY_SLUG = readDocument('TeamBySlug');
export const ORGANIZATION_ACCESS = readDocument('OrganizationAccess', 'PeopleOfRepository');
export const REPOSITORY_ACCESS = readDocument('RepositoryAccess', 'PeopleOfRepository');

export const ORGANIZATION_MEMBERS = readDocument('OrganizationMembers');
export const NAMES_OF_MEMBERS = readDocument('NamesOfMembers');
export const ORGANIZATION_TEAMS = readDocument('OrganizationTeams', 'PeopleOfTeam');
export const TEAM_PEOPLE = readDocument('TeamPeople', 'PeopleOfTeam');
export const TEAMS_IN_FULL = readDocument('TeamsInFull');
export const TEAM_IN_FULL: GraphqlDocument = { ...TEAMS_IN_FULL, operationName: 'TeamInFull' };
export const TEAMS_OF_PERSON = readDocument('TeamsOfPerson');

/** Only Enterprise Server reports suspension. */
export function accountsByLogin(count: number, withSuspension: boolean): GraphqlDocument {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const query = `query AccountsByLogin($organization: String!, ${indexes.map((index) => `$login${index}: String!`).join(', ')}) {
  organization(login: $organization) { databaseId }
  ${indexes.map((index) => `account${index}: repositoryOwner(login: $login${index}) { ...account }`).join('\n  ')}
}
fragment account on RepositoryOwner {
  __typename
  login
  avatarUrl
  ... on User { databaseId name createdAt organization(login: $organization) { login }${withSuspension ? ' suspendedAt' : ''} }
  ... on Organization { databaseId name createdAt }
}`;
  return { operationName: 'AccountsByLogin', query };
}

/** By their present or a former name. */
export function repositoriesByName(count: number): GraphqlDocument {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const query = `query RepositoriesByName($organization: String!, ${indexes.map((index) => `$name${index}: String!`).join(', ')}) {
  organization(login: $organization) { databaseId }
  ${indexes.map((index) => `repository${index}: repository(owner: $organization, name: $name${index}) { ...named }`).join('\n  ')}
}
fragment named on Repository {
  name
  isArchived
  owner { login ... on Organization { databaseId } ... on User { databaseId } }
}`;
  return { operationName: 'RepositoriesByName', query };
}

function readDocument(operationName: string, ...parts: readonly string[]): GraphqlDocument {
  return { operationName, query: [operationName, ...parts].map(textOf).join('\n') };
}

function textOf(name: string): string {
  return readFileSync(new URL(`documents/${name}.graphql`, import.meta.url), 'utf8');
}
