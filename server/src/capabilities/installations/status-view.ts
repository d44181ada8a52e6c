import type { InstallStatusSummary } from '@orgdesk/contract';
import type { CoveredRecord } from '../../ports/storage.ts';

/**
 * The answer of `GET /api/install/status` as JSON text. Repository lists are stored in the form they are sent in and
 * are not parsed: an organization may have ten thousand.
 */
export function statusJson(records: readonly CoveredRecord[]): string {
  const accounts = records.map((record) => {
    const head = JSON.stringify({
      installationId: record.id,
      accountLogin: record.accountLogin,
      accountType: record.accountType,
      repositoryCount: record.repositoryCount ?? 0,
      updatedAt: record.updatedAt.toISOString(),
    });
    return `${head.slice(0, -1)},"repositories":${record.repositoriesJson ?? '[]'}}`;
  });
  const rest = JSON.stringify({
    installed: records.length > 0,
    installationIds: records.map(({ id }) => id),
    summary: summaryOf(records),
  });
  return `${rest.slice(0, -1)},"accounts":[${accounts.join(',')}]}`;
}

function summaryOf(records: readonly CoveredRecord[]): InstallStatusSummary {
  const organizations = records.filter(({ accountType }) => accountType === 'organization');
  const users = records.filter(({ accountType }) => accountType === 'user');
  return {
    totalInstallations: records.length,
    orgInstallations: organizations.length,
    totalRepositories: records.reduce((sum, { repositoryCount }) => sum + (repositoryCount ?? 0), 0),
    totalAccounts: accountsIn(records),
    organizationAccounts: accountsIn(organizations),
    userAccounts: accountsIn(users),
  };
}

const accountsIn = (records: readonly CoveredRecord[]): number =>
  new Set(records.map(({ accountId }) => accountId)).size;
