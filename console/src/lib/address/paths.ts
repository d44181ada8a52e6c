export const peoplePath = (login: string): string => `/organizations/${encodeURIComponent(login)}/people`;

export const personPath = (login: string, person: string): string =>
  `${peoplePath(login)}/${encodeURIComponent(person)}`;

/** URL that starts a sign-in. The service returns the person to `returnTo`. */
export const signInHref = (returnTo: string): string => `/api/auth/start?returnTo=${encodeURIComponent(returnTo)}`;

/**
 * URL that starts an installation. The service returns the person to `returnTo`. Without an ID, the person chooses the
 * account.
 */
export function installHref(returnTo: string, organizationId: number | null = null): string {
  const target = organizationId === null ? '' : `&targetId=${organizationId}&targetType=organization`;
  return `/api/install/start?returnTo=${encodeURIComponent(returnTo)}${target}`;
}

/** Element ID and URL fragment of an installation. */
export const installationAnchor = (installationId: number): string => `installation-${installationId}`;

interface InstalledAccount {
  readonly installationId: number;
  readonly login: string;
  readonly type: 'organization' | 'user';
}

const originOf = (codeHostUrl: string): string => codeHostUrl.replace(/\/+$/, '');

/** Code host page to change, suspend or remove an installation. */
export function installationSettingsHref(
  codeHostUrl: string,
  { installationId, login, type }: InstalledAccount,
): string {
  const account = type === 'organization' ? `/organizations/${encodeURIComponent(login)}` : '';
  return `${originOf(codeHostUrl)}${account}/settings/installations/${installationId}`;
}

/** Code host page to accept requested permissions. */
export const installationPermissionsHref = (codeHostUrl: string, account: InstalledAccount): string =>
  `${installationSettingsHref(codeHostUrl, account)}/permissions/update`;

/** Code host page of all Apps. */
export const installationsSettingsHref = (codeHostUrl: string, login: string): string =>
  `${originOf(codeHostUrl)}/organizations/${encodeURIComponent(login)}/settings/installations`;

export const singleSignOnHref = (codeHostUrl: string, login: string): string =>
  `${originOf(codeHostUrl)}/orgs/${encodeURIComponent(login)}/sso`;

export const peopleHref = (codeHostUrl: string, login: string): string =>
  `${originOf(codeHostUrl)}/orgs/${encodeURIComponent(login)}/people`;

export const teamHref = (codeHostUrl: string, login: string, slug: string): string =>
  `${originOf(codeHostUrl)}/orgs/${encodeURIComponent(login)}/teams/${encodeURIComponent(slug)}`;

/** Code host page to require a second factor. */
export const securitySettingsHref = (codeHostUrl: string, login: string): string =>
  `${originOf(codeHostUrl)}/organizations/${encodeURIComponent(login)}/settings/security`;

/** Code host page to buy seats. */
export const billingHref = (codeHostUrl: string, login: string): string =>
  `${originOf(codeHostUrl)}/organizations/${encodeURIComponent(login)}/settings/billing`;

/** Code host page to answer an invitation. */
export const invitationHref = (codeHostUrl: string, login: string): string =>
  `${originOf(codeHostUrl)}/orgs/${encodeURIComponent(login)}/invitation`;

export const profileHref = (codeHostUrl: string, login: string): string =>
  `${originOf(codeHostUrl)}/${encodeURIComponent(login)}`;

/** Built here because URLs in answers are not trusted. */
export const repositoryHref = (codeHostUrl: string, nameWithOwner: string): string =>
  `${originOf(codeHostUrl)}/${nameWithOwner.split('/').map(encodeURIComponent).join('/')}`;

export const allRepositoriesHref = (codeHostUrl: string, login: string): string =>
  `${originOf(codeHostUrl)}/orgs/${encodeURIComponent(login)}/repositories`;

/** The current path, query and fragment. */
export const addressHere = (): string => {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
};
