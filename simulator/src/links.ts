/** Which of the platform's products is imitated; they differ in paths, limits and calls. */
export type HostKind = 'cloud' | 'ghe.com' | 'enterprise-server';

/** The absolute addresses that appear in replies. */
export interface Links {
  readonly kind: HostKind;
  /** Path of the REST base, without a trailing slash. */
  readonly restPath: string;
  readonly graphqlPath: string;
  /** Path of the page of an App, without a trailing slash. */
  appPath(app: { readonly slug: string; readonly owner: { readonly login: string } }): string;
  web(path: string): string;
  api(path: string): string;
  graphql(): string;
  avatar(accountId: number): string;
}

/** Addresses under `base()`, which is asked each time because the port is known only after listening. */
export function createLinks(kind: HostKind, base: () => string): Links {
  const restPath = kind === 'enterprise-server' ? '/api/v3' : '/api';
  const graphqlPath = '/api/graphql';
  return {
    kind,
    restPath,
    graphqlPath,
    appPath({ slug, owner }) {
      if (kind === 'ghe.com') return `/apps/${owner.login}/${slug}`;
      return kind === 'cloud' ? `/apps/${slug}` : `/github-apps/${slug}`;
    },
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
