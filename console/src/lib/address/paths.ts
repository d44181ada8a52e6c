export const organizationPath = (login: string): string => `/organizations/${encodeURIComponent(login)}`;

export const peoplePath = (login: string): string => `${organizationPath(login)}/people`;

export const personPath = (login: string, person: string): string =>
  `${peoplePath(login)}/${encodeURIComponent(person)}`;

export const repositoryAccessPath = (login: string, repository: string): string =>
  `${organizationPath(login)}/repositories/${encodeURIComponent(repository)}/access`;

export const mentionablePath = (login: string, repository: string): string =>
  `${organizationPath(login)}/repositories/${encodeURIComponent(repository)}/contributors`;

/** The ID keeps the page from showing somebody else who took the login. */
export const personAcrossPath = (person: string, id: number): string =>
  `/people/${encodeURIComponent(person)}?id=${id}`;

/** The service returns the person to `returnTo`. Without an ID, the person chooses the account. */
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

export function installationSettingsHref(
  codeHostUrl: string,
  { installationId, login, type }: InstalledAccount,
): string {
  const account = type === 'organization' ? `/organizations/${encodeURIComponent(login)}` : '';
  return `${originOf(codeHostUrl)}${account}/settings/installations/${installationId}`;
}

export const installationPermissionsHref = (codeHostUrl: string, account: InstalledAccount): string =>
  `${installationSettingsHref(codeHostUrl, account)}/permissions/update`;

export const installationsSettingsHref = (codeHostUrl: string, login: string): string =>
  `${originOf(codeHostUrl)}/organizations/${encodeURIComponent(login)}/settings/installations`;

export const singleSignOnHref = (codeHostUrl: string, login: string): string =>
  `${originOf(codeHostUrl)}/orgs/${encodeURIComponent(login)}/sso`;

export const peopleHref = (codeHostUrl: string, login: string): string =>
  `${originOf(codeHostUrl)}/orgs/${encodeURIComponent(login)}/people`;

export const teamHref = (codeHostUrl: string, login: string, slug: string): string =>
  `${originOf(codeHostUrl)}/orgs/${encodeURIComponent(login)}/teams/${encodeURIComponent(slug)}`;

export const securitySettingsHref = (codeHostUrl: string, login: string): string =>
  `${originOf(codeHostUrl)}/organizations/${encodeURIComponent(login)}/settings/security`;

export const billingHref = (codeHostUrl: string, login: string): string =>
  `${originOf(codeHostUrl)}/organizations/${encodeURIComponent(login)}/settings/billing`;

export const invitationHref = (codeHostUrl: string, login: string): string =>
  `${originOf(codeHostUrl)}/orgs/${encodeURIComponent(login)}/invitation`;

export const profileHref = (codeHostUrl: string, login: string): string =>
  `${originOf(codeHostUrl)}/${encodeURIComponent(login)}`;

/** Built here because URLs in answers are not trusted. */
export const repositoryHref = (codeHostUrl: string, nameWithOwner: string): string =>
  `${originOf(codeHostUrl)}/${nameWithOwner.split('/').map(encodeURIComponent).join('/')}`;

export const allRepositoriesHref = (codeHostUrl: string, login: string): string =>
  `${originOf(codeHostUrl)}/orgs/${encodeURIComponent(login)}/repositories`;
