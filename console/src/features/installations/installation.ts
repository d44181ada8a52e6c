import type { InstallationAccountSummary, OrganizationView } from '@orgdesk/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { keptFresh, personalKey } from '../../lib/reading/query-client.ts';

export interface ListedInstallation {
  readonly summary: InstallationAccountSummary;
  /** Null for a personal account or an unknown organization. */
  readonly organization: OrganizationView | null;
}

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Sorts organizations before personal accounts, each by login. */
export function installationsOf(
  accounts: readonly InstallationAccountSummary[],
  organizations: readonly OrganizationView[],
): readonly ListedInstallation[] {
  const byInstallation = new Map(organizations.map((organization) => [organization.installationId, organization]));
  return accounts
    .map((summary) => ({ summary, organization: byInstallation.get(summary.installationId) ?? null }))
    .toSorted(
      ({ summary: a }, { summary: b }) =>
        a.accountType.localeCompare(b.accountType) || byName.compare(a.accountLogin, b.accountLogin),
    );
}

export const withSortedRepositories = (accounts: readonly InstallationAccountSummary[]): InstallationAccountSummary[] =>
  accounts.map((account) => ({
    ...account,
    repositories: account.repositories.toSorted((a, b) => byName.compare(a.nameWithOwner, b.nameWithOwner)),
  }));

/** Null if unknown, because the service reports 0 also before reading. */
export function coveredCount({ summary, organization }: ListedInstallation): number | null {
  if (summary.repositoryCount > 0 || organization === null) return summary.repositoryCount;
  return organization.repositoryCount;
}

/** Null if any count is unknown. */
export function coveredTotal(installations: readonly ListedInstallation[]): number | null {
  const counts = installations.map(coveredCount);
  return counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0);
}

/** Finds installations made elsewhere after sign-in. */
export function installedElsewhere(
  organizations: readonly OrganizationView[],
  accounts: readonly InstallationAccountSummary[],
): readonly OrganizationView[] {
  const linkedIds = new Set(accounts.map(({ installationId }) => installationId));
  return organizations.filter(({ installationId }) => installationId !== null && !linkedIds.has(installationId));
}

export const installStatusQuery = queryOptions({
  queryKey: personalKey('install-status'),
  queryFn: async ({ signal }) => {
    const { data } = await answerOf(client.getInstallStatus, { signal });
    return { ...data, accounts: withSortedRepositories(data.accounts) };
  },
  ...keptFresh,
});

export const useInstallStatus = () => useQuery(installStatusQuery);
