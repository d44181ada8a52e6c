/**
 * An address of the console where one is needed as text; links of the pages name a route and its parts instead. Here: the
 * people of an organization.
 */
export const peoplePath = (login: string): string => `/organizations/${encodeURIComponent(login)}/people`;

/** The same of one of them. */
export const personPath = (login: string, person: string): string =>
  `${peoplePath(login)}/${encodeURIComponent(person)}`;

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

/** ID of the element that shows one installation on the page of all of them, and the fragment that leads there. */
export const installationAnchor = (installationId: number): string => `installation-${installationId}`;

interface InstalledAccount {
  readonly installationId: number;
  readonly login: string;
  readonly type: 'organization' | 'user';
}

/** The code host's address, to be followed by a path. */
const originOf = (codeHostUrl: string): string => codeHostUrl.replace(/\/+$/, '');

/** The code host's own page for an installation, where its owners change, suspend and remove it. */
export function installationSettingsHref(
  codeHostUrl: string,
  { installationId, login, type }: InstalledAccount,
): string {
  const account = type === 'organization' ? `/organizations/${encodeURIComponent(login)}` : '';
  return `${originOf(codeHostUrl)}${account}/settings/installations/${installationId}`;
}

/** The code host's own page where an owner grants an installation what its App asks for. */
export const installationPermissionsHref = (codeHostUrl: string, account: InstalledAccount): string =>
  `${installationSettingsHref(codeHostUrl, account)}/permissions/update`;

/** The code host's own page with all Apps on an organization, for when the installation is not known. */
export const installationsSettingsHref = (codeHostUrl: string, login: string): string =>
  `${originOf(codeHostUrl)}/organizations/${encodeURIComponent(login)}/settings/installations`;

/** The code host's page where a person signs on to an organization that is behind single sign-on. */
export const singleSignOnHref = (codeHostUrl: string, login: string): string =>
  `${originOf(codeHostUrl)}/orgs/${encodeURIComponent(login)}/sso`;

/** The code host's own page with the people of an organization. */
export const peopleHref = (codeHostUrl: string, login: string): string =>
  `${originOf(codeHostUrl)}/orgs/${encodeURIComponent(login)}/people`;

/** The code host's own page with the invitations of an organization that wait for an answer. */
export const pendingInvitationsHref = (codeHostUrl: string, login: string): string =>
  `${peopleHref(codeHostUrl, login)}/pending_invitations`;

/** The code host's own page of a team. */
export const teamHref = (codeHostUrl: string, login: string, slug: string): string =>
  `${originOf(codeHostUrl)}/orgs/${encodeURIComponent(login)}/teams/${encodeURIComponent(slug)}`;

/** The code host's own page where an organization requires a second factor of everybody. */
export const securitySettingsHref = (codeHostUrl: string, login: string): string =>
  `${originOf(codeHostUrl)}/organizations/${encodeURIComponent(login)}/settings/security`;

/** The code host's own page where an organization buys seats. */
export const billingHref = (codeHostUrl: string, login: string): string =>
  `${originOf(codeHostUrl)}/organizations/${encodeURIComponent(login)}/settings/billing`;

/** The code host's page where an invited person accepts or declines. */
export const invitationHref = (codeHostUrl: string, login: string): string =>
  `${originOf(codeHostUrl)}/orgs/${encodeURIComponent(login)}/invitation`;

/** The code host's own page of a person or an organization. */
export const profileHref = (codeHostUrl: string, login: string): string =>
  `${originOf(codeHostUrl)}/${encodeURIComponent(login)}`;

/**
 * The code host's own page of a repository. Made here, like every address: what an answer names may lead anywhere.
 */
export const repositoryHref = (codeHostUrl: string, nameWithOwner: string): string =>
  `${originOf(codeHostUrl)}/${nameWithOwner.split('/').map(encodeURIComponent).join('/')}`;

/** The code host's own page with all repositories of an organization. */
export const allRepositoriesHref = (codeHostUrl: string, login: string): string =>
  `${originOf(codeHostUrl)}/orgs/${encodeURIComponent(login)}/repositories`;

/** Path, parameters and fragment of the page being shown. */
export const addressHere = (): string => {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
};
