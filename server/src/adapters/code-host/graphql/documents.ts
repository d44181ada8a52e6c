import { readFileSync } from 'node:fs';

/** A GraphQL document with the name of its only operation. */
export interface GraphqlDocument {
  readonly operationName: string;
  readonly query: string;
}

/** The signed-in user and the first hundred organizations. */
export const VIEWER_PROFILE = readDocument('ViewerProfile');
/** Further organizations. Variable: `after`. */
export const VIEWER_ORGANIZATIONS = readDocument('ViewerOrganizations');
/** The IDs of the person and of the organization with these logins. Variables: `login`, `organization`. */
export const USER_BY_LOGIN = readDocument('UserByLogin');
/** The same, and whether the person belongs to the organization. Variables: `login`, `organization`. */
export const MEMBER_BY_LOGIN = readDocument('MemberByLogin');
/** The number of the team with a slug. Variables: `organization`, `slug`. */
export const TEAM_BY_SLUG = readDocument('TeamBySlug');
/**
 * Repositories, each with people who reach it and how. Variables: `organization`, `first`, `after`, `people` (how many),
 * `person` (the login of the only one, left out for all), `affiliation` (left out for everybody) and `withPeople`.
 */
export const ORGANIZATION_ACCESS = readDocument('OrganizationAccess', 'PeopleOfRepository');
/** People who reach one repository, and how. Variables: `organization`, `repository`, `first`, `after` and `affiliation`. */
export const REPOSITORY_ACCESS = readDocument('RepositoryAccess', 'PeopleOfRepository');

/** The owners and members of an organization. Variables: `organization`, `after`. */
export const ORGANIZATION_MEMBERS = readDocument('OrganizationMembers');
/** Its teams with the first people of each. Variables: `organization`, `after`. */
export const ORGANIZATION_TEAMS = readDocument('OrganizationTeams', 'PeopleOfTeam');
/** Further people of a team. Variables: `organization`, `slug`, `after`. */
export const TEAM_PEOPLE = readDocument('TeamPeople', 'PeopleOfTeam');
/** The teams of an organization that somebody is in. Variables: `organization`, `login`, `after`. */
export const TEAMS_OF_PERSON = readDocument('TeamsOfPerson');

/**
 * So many accounts at once, `account0` and so on. Variables: `organization`, `login0` and so on. An Enterprise Server tells
 * who is suspended.
 */
export function accountsByLogin(count: number, withSuspension: boolean): GraphqlDocument {
  const places = Array.from({ length: count }, (_, place) => place);
  const query = `query AccountsByLogin($organization: String!, ${places.map((place) => `$login${place}: String!`).join(', ')}) {
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
