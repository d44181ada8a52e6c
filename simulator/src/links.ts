/** Which of the platform's products is imitated; they differ in paths, limits and calls. */
export type HostKind = 'cloud' | 'enterprise-server';

/** The absolute addresses that appear in replies. */
export interface Links {
  readonly kind: HostKind;
  /** Path of the REST base, without a trailing slash. */
  readonly restPath: string;
  readonly graphqlPath: string;
  web(path: string): string;
  api(path: string): string;
  graphql(): string;
  avatar(accountId: number): string;
}

/** Addresses under `base()`, which is asked each time because the port is known only after listening. */
export function createLinks(kind: HostKind, base: () => string): Links {
  const restPath = kind === 'cloud' ? '/api' : '/api/v3';
  const graphqlPath = '/api/graphql';
  return {
    kind,
    restPath,
    graphqlPath,
    web: (path) => `${base()}${path}`,
    api: (path) => `${base()}${restPath}${path}`,
    graphql: () => `${base()}${graphqlPath}`,
    avatar: (accountId) => `${base()}/avatars/${accountId}`,
  };
}

/**
 * A request path as tests name it: relative to the API base for REST, `/graphql` for GraphQL,
 * unchanged for everything else.
 */
export function shortPath({ restPath, graphqlPath }: Links, path: string): string {
  if (path === graphqlPath) return '/graphql';
  return path.startsWith(`${restPath}/`) ? path.slice(restPath.length) : path;
}
