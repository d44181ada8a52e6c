/** Which of the platform's products is imitated; they differ in paths, limits and calls. */
export type HostKind = 'cloud' | 'ghe.com' | 'enterprise-server';

/**
 * The absolute addresses that appear in replies, and the paths of the APIs, without a trailing slash. They are under
 * `base()`, which is asked each time because the port is known only after listening; the APIs are under `apiBase()` where
 * they have a host of their own.
 */
export type Links = ReturnType<typeof createLinks>;
export function createLinks(
  kind: HostKind,
  base: () => string,
  apiBase: (() => string) | null = null,
  serverVersion = '3.19.0',
) {
  const restPath = kind === 'enterprise-server' ? '/api/v3' : '/api';
  const graphqlPath = '/api/graphql';
  return {
    kind,
    /** Of an Enterprise Server. */
    serverVersion,
    restPath,
    graphqlPath,
    /** Path of the page of an App. */
    appPath({ slug, owner }: { readonly slug: string; readonly owner: { readonly login: string } }): string {
      if (kind === 'ghe.com') return `/apps/${owner.login}/${slug}`;
      return kind === 'cloud' ? `/apps/${slug}` : `/github-apps/${slug}`;
    },
    web: (path: string) => `${base()}${path}`,
    api: (path: string) => `${apiBase?.() ?? `${base()}${restPath}`}${path}`,
    graphql: () => (apiBase === null ? `${base()}${graphqlPath}` : `${apiBase()}/graphql`),
    /** The address of the REST API that a request came in by. */
    asked: (path: string) =>
      new URL(apiBase === null ? `${base()}${path}` : `${apiBase()}${path.slice(restPath.length)}`),
    avatar: (accountId: number) => `${base()}/avatars/${accountId}`,
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
