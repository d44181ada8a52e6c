import type { CredentialKind } from '../api/credentials.ts';

/** What a request looks like to faults, holds and the request log. Never holds a token. */
export interface SeenRequest {
  readonly method: string;
  /** Relative to the API base for REST, `/graphql` for GraphQL, else the path itself. */
  readonly path: string;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Fields of the JSON body of a REST call, without its secrets; empty for other calls. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly credential: CredentialKind;
  /** Owner of the user token, refresh token or code in the request. */
  readonly login: string | null;
  /** Installation whose token came with the request, as long as it works. */
  readonly installation: number | null;
}

/** Which requests are meant. Absent fields match everything; all given fields must match. */
export interface RequestMatch {
  readonly method?: string;
  /**
   * A path and everything below it (`/user` is not `/users`). A text that starts with `^` is the
   * source of a regular expression.
   */
  readonly path?: string | RegExp;
  /** GraphQL operation name. */
  readonly operation?: string;
  readonly login?: string;
  readonly credential?: CredentialKind;
  /** Installations whose tokens are meant. */
  readonly installations?: readonly number[];
  /** GraphQL variables that must be there with these values; others may be there too. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /** The same for fields of the JSON body of a REST call: `{ invitee_id: 7 }`. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Whether a request is one of those meant. */
export function matches(match: RequestMatch, request: SeenRequest): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== request.method) return false;
  if (match.path !== undefined && !matchesPath(match.path, request.path)) return false;
  if (match.operation !== undefined && match.operation !== request.operationName) return false;
  if (match.login !== undefined && match.login !== request.login) return false;
  if (match.credential !== undefined && match.credential !== request.credential) return false;
  if (match.installations !== undefined && !isAmong(match.installations, request.installation)) return false;
  return hasAll(match.variables, request.variables) && hasAll(match.body, request.body);
}

const isAmong = (ids: readonly number[], id: number | null): boolean => id !== null && ids.includes(id);

function hasAll(wanted: RequestMatch['variables'], given: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(wanted ?? {}).every(([name, value]) => JSON.stringify(given[name]) === JSON.stringify(value));
}

function matchesPath(wanted: string | RegExp, path: string): boolean {
  if (wanted instanceof RegExp) return path.search(wanted) !== -1;
  if (wanted.startsWith('^')) return new RegExp(wanted).test(path);
  return path === wanted || path.startsWith(wanted.endsWith('/') ? wanted : `${wanted}/`);
}
