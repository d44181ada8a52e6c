/** Where one code host answers. No address ends in a slash. */
export interface CodeHostAddresses {
  /** Pages for people, and all of OAuth. */
  readonly webUrl: string;
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  /** True for GitHub Enterprise Server, whose App pages lie under `/github-apps` instead of `/apps`. */
  readonly isEnterpriseServer: boolean;
}

const ENTERPRISE_SERVER_API = /\/api\/v3$/;

/**
 * All addresses of the code host whose web pages are at `webUrl`. An `apiUrl` of null is derived from it.
 *
 * GitHub docs: Getting started with the REST API; Forming calls with GraphQL.
 */
export function codeHostAddresses(settings: { readonly webUrl: URL; readonly apiUrl: URL | null }): CodeHostAddresses {
  const webUrl = baseOf(settings.webUrl);
  const apiUrl = settings.apiUrl === null ? apiUrlOf(settings.webUrl) : baseOf(settings.apiUrl);
  const isEnterpriseServer = ENTERPRISE_SERVER_API.test(apiUrl);
  const graphqlUrl = isEnterpriseServer ? apiUrl.replace(ENTERPRISE_SERVER_API, '/api/graphql') : `${apiUrl}/graphql`;
  return { webUrl, apiUrl, graphqlUrl, isEnterpriseServer };
}

function apiUrlOf(webUrl: URL): string {
  if (webUrl.hostname === 'github.com') return 'https://api.github.com';
  if (webUrl.hostname.endsWith('.ghe.com')) return `${webUrl.protocol}//api.${webUrl.host}`;
  return `${baseOf(webUrl)}/api/v3`;
}

const baseOf = ({ origin, pathname }: URL): string => origin + pathname.replace(/\/+$/, '');
