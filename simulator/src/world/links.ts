export type HostKind = 'cloud' | 'ghe.com' | 'enterprise-server';

/** Without a trailing slash. `base()` is called late, because the port is unknown before listening. */
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
    serverVersion,
    restPath,
    graphqlPath,
    appPath({ slug, owner }: { readonly slug: string; readonly owner: { readonly login: string } }): string {
      if (kind === 'ghe.com') return `/apps/${owner.login}/${slug}`;
      return kind === 'cloud' ? `/apps/${slug}` : `/github-apps/${slug}`;
    },
    web: (path: string) => `${base()}${path}`,
    api: (path: string) => `${apiBase?.() ?? `${base()}${restPath}`}${path}`,
    graphql: () => (apiBase === null ? `${base()}${graphqlPath}` : `${apiBase()}/graphql`),
    requestUrl: (path: string) =>
      new URL(apiBase === null ? `${base()}${path}` : `${apiBase()}${path.slice(restPath.length)}`),
    avatar: (accountId: number) => `${base()}/avatars/${accountId}`,
  };
}

export function shortPath({ restPath, graphqlPath }: Links, path: string): string {
  if (path === graphqlPath) return '/graphql';
  return path.startsWith(`${restPath}/`) ? path.slice(restPath.length) : path;
}
