export type HostKind = 'github.com' | 'ghe.com' | 'enterprise-server';

/** Addresses have no trailing slash. */
export interface CodeHostAddresses {
  /** Also the base of the OAuth endpoints. */
  readonly webUrl: string;
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  readonly kind: HostKind;
}

const ENTERPRISE_SERVER_API = /\/api\/v3$/;

/**
 * Derives a null `apiUrl` and a missing `kind`. GitHub docs: Getting started with the REST API; Forming calls with
 * GraphQL.
 */
export function codeHostAddresses(settings: {
  readonly webUrl: URL;
  readonly apiUrl: URL | null;
  readonly kind?: HostKind;
}): CodeHostAddresses {
  const webUrl = baseOf(settings.webUrl);
  const apiUrl = settings.apiUrl === null ? apiUrlOf(settings.webUrl) : baseOf(settings.apiUrl);
  const kind = settings.kind ?? kindOf(settings.webUrl, apiUrl);
  const graphqlUrl =
    kind === 'enterprise-server' ? apiUrl.replace(ENTERPRISE_SERVER_API, '/api/graphql') : `${apiUrl}/graphql`;
  return { webUrl, apiUrl, graphqlUrl, kind };
}

function kindOf({ hostname }: URL, apiUrl: string): HostKind {
  if (ENTERPRISE_SERVER_API.test(apiUrl)) return 'enterprise-server';
  return isGheCom(hostname) ? 'ghe.com' : 'github.com';
}

const isGheCom = (hostname: string): boolean => hostname.endsWith('.ghe.com');

function apiUrlOf(webUrl: URL): string {
  if (webUrl.hostname === 'github.com') return 'https://api.github.com';
  if (isGheCom(webUrl.hostname)) return `${webUrl.protocol}//api.${webUrl.host}`;
  return `${baseOf(webUrl)}/api/v3`;
}

const baseOf = ({ origin, pathname }: URL): string => origin + pathname.replace(/\/+$/, '');

/** People are redirected to no other origin than the code host's. */
export function addressOn(webUrl: string, address: string): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.origin === new URL(webUrl).origin && url.username === '' && url.password === '' ? url : null;
}
