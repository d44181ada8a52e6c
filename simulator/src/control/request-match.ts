import type { CredentialKind } from '../api/credentials.ts';

export interface ObservedRequest {
  readonly method: string;
  /** Relative to the API base for REST, `/graphql` for GraphQL. */
  readonly path: string;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  /** JSON body of a REST call without secrets. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly credential: CredentialKind;
  readonly login: string | null;
  readonly installation: number | null;
}

export interface RequestMatch {
  readonly method?: string;
  /** Includes everything below the path. Text starting with `^` is a regular expression. */
  readonly path?: string | RegExp;
  readonly operation?: string;
  readonly login?: string;
  readonly credential?: CredentialKind;
  readonly installations?: readonly number[];
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

export function matches(match: RequestMatch, request: ObservedRequest): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== request.method) return false;
  if (match.path !== undefined && !matchesPath(match.path, request.path)) return false;
  if (match.operation !== undefined && match.operation !== request.operationName) return false;
  if (match.login !== undefined && match.login !== request.login) return false;
  if (match.credential !== undefined && match.credential !== request.credential) return false;
  if (match.installations !== undefined && !isAmong(match.installations, request.installation)) return false;
  return hasAll(match.variables, request.variables) && hasAll(match.body, request.body);
}

const isAmong = (ids: readonly number[], id: number | null): boolean => id !== null && ids.includes(id);

function hasAll(expected: RequestMatch['variables'], actual: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(expected ?? {}).every(
    ([name, value]) => JSON.stringify(actual[name]) === JSON.stringify(value),
  );
}

function matchesPath(expected: string | RegExp, path: string): boolean {
  if (expected instanceof RegExp) return path.search(expected) !== -1;
  if (expected.startsWith('^')) return new RegExp(expected).test(path);
  return path === expected || path.startsWith(expected.endsWith('/') ? expected : `${expected}/`);
}
