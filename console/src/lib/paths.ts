/** Addresses of the console's own pages. */
export const pages = {
  organizations: '/',
  installations: '/installations',
} as const;

/** Addresses of the service that the console reads from and writes to. */
export const endpoints = {
  about: '/api/about',
  session: '/api/auth/session',
  signOut: '/api/auth/logout',
  organizations: '/api/organizations',
  installStatus: '/api/install/status',
} as const;

/** Where a click on "sign in" leads; the service brings the person back to `returnTo`. */
export const signInHref = (returnTo: string): string => `/api/auth/start?returnTo=${encodeURIComponent(returnTo)}`;

/**
 * Where a click on "install" leads: the code host's page for one organization, or for choosing an account. The service
 * brings the person back to `returnTo`.
 */
export function installHref(returnTo: string, organizationId: number | null = null): string {
  const target = organizationId === null ? '' : `&targetId=${organizationId}&targetType=organization`;
  return `/api/install/start?returnTo=${encodeURIComponent(returnTo)}${target}`;
}

/** ID of the element that shows one installation on the page of all of them; `installationHref` leads there. */
export const installationAnchor = (installationId: number): string => `installation-${installationId}`;

/** The place of one installation on the page of all of them. */
export const installationHref = (installationId: number): string =>
  `${pages.installations}#${installationAnchor(installationId)}`;

interface InstalledAccount {
  readonly installationId: number;
  readonly login: string;
  readonly type: 'organization' | 'user';
}

/** The code host's own page for an installation, where its owners change, suspend and remove it. */
export function installationSettingsHref(
  codeHostUrl: string,
  { installationId, login, type }: InstalledAccount,
): string {
  const account = type === 'organization' ? `/organizations/${encodeURIComponent(login)}` : '';
  return `${codeHostUrl.replace(/\/+$/, '')}${account}/settings/installations/${installationId}`;
}

/** Path, parameters and fragment of the page being shown. */
export const addressHere = (): string => {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
};
