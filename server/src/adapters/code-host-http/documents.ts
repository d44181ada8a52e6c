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

function readDocument(operationName: string): GraphqlDocument {
  return { operationName, query: readFileSync(new URL(`documents/${operationName}.graphql`, import.meta.url), 'utf8') };
}
