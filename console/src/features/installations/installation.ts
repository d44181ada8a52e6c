import type { InstallationAccountSummary, OrganizationView } from '@orgdesk/client';

/** An installation with what the organization it is on tells about it. */
export interface Installation {
  readonly summary: InstallationAccountSummary;
  /** Null for a person's own account, and for an organization that the person does not belong to. */
  readonly organization: OrganizationView | null;
}

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Each installation joined with its organization: organizations first, then people, by login. */
export function installationsOf(
  accounts: readonly InstallationAccountSummary[],
  organizations: readonly OrganizationView[],
): readonly Installation[] {
  const byInstallation = new Map(organizations.map((organization) => [organization.installationId, organization]));
  return accounts
    .map((summary) => ({ summary, organization: byInstallation.get(summary.installationId) ?? null }))
    .toSorted(
      ({ summary: a }, { summary: b }) =>
        a.accountType.localeCompare(b.accountType) || byName.compare(a.accountLogin, b.accountLogin),
    );
}

/** The same installations, the repositories of each in the order of their names. */
export const withSortedRepositories = (accounts: readonly InstallationAccountSummary[]): InstallationAccountSummary[] =>
  accounts.map((account) => ({
    ...account,
    repositories: account.repositories.toSorted((a, b) => byName.compare(a.nameWithOwner, b.nameWithOwner)),
  }));

/**
 * How many repositories an installation covers. Null when that is not known: the service says 0 also for those that it
 * could not read yet.
 */
export function coveredCount({ summary, organization }: Installation): number | null {
  if (summary.repositoryCount > 0 || organization === null) return summary.repositoryCount;
  return organization.repositoryCount;
}

/** How many repositories these installations cover together; null when that is not known of every one. */
export function coveredTotal(installations: readonly Installation[]): number | null {
  const counts = installations.map(coveredCount);
  return counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0);
}

/** Organizations with an installation that this session does not know: it was made elsewhere since the sign-in. */
export function installedElsewhere(
  organizations: readonly OrganizationView[],
  accounts: readonly InstallationAccountSummary[],
): readonly OrganizationView[] {
  const known = new Set(accounts.map(({ installationId }) => installationId));
  return organizations.filter(({ installationId }) => installationId !== null && !known.has(installationId));
}
