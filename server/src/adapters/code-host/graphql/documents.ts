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
/** The number of the person with a login. Variable: `login`. */
export const USER_BY_LOGIN = readDocument('UserByLogin');
/** The same, and whether they belong to an organization. Variables: `login`, `organization`. */
export const MEMBER_BY_LOGIN = readDocument('MemberByLogin');

function readDocument(operationName: string): GraphqlDocument {
  return { operationName, query: readFileSync(new URL(`documents/${operationName}.graphql`, import.meta.url), 'utf8') };
}
