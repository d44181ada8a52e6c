import type { CoveredRepositoryView, InstallationAccountSummary, InstallStatusSummary } from '@orgdesk/contract';
import type { CoveredRepository } from '../../domain/app/installation.ts';
import { REPOSITORY_TEXTS_MAX_BYTES } from '../../domain/limits/installations.ts';
import type { CoveredRecord } from '../../ports/storage/installations.ts';
import { createRepositoryTexts, type RepositoryTexts, type RepositoryTextsDeps } from './repository-texts.ts';

export interface StatusView {
  readonly shown: readonly CoveredRecord[];
  readonly bytes: Buffer;
}

/** Inserts cached JSON of repository lists, which can be long. */
export function createStatusView(installations: RepositoryTextsDeps['installations']) {
  const textOf = createRepositoryTexts({ installations, render, maxBytes: REPOSITORY_TEXTS_MAX_BYTES });
  return (records: readonly CoveredRecord[]): Promise<StatusView> => statusView(records, textOf);
}

async function statusView(records: readonly CoveredRecord[], textOf: RepositoryTexts): Promise<StatusView> {
  const shown: CoveredRecord[] = [];
  const accounts: Buffer[] = [];
  for (const covered of records) {
    const listed = await textOf(covered);
    if (listed === null) continue;
    const head = JSON.stringify(accountHead(listed.record));
    accounts.push(Buffer.from(`${accounts.length === 0 ? '' : ','}${head.slice(0, -1)},"repositories":`));
    accounts.push(listed.text, CLOSING);
    shown.push(listed.record);
  }
  const rest = JSON.stringify({
    installed: shown.length > 0,
    installationIds: shown.map(({ id }) => id),
    summary: summaryOf(shown),
  });
  const parts = [Buffer.from(`${rest.slice(0, -1)},"accounts":[`), ...accounts, Buffer.from(']}')];
  return { shown, bytes: Buffer.concat(parts) };
}

const CLOSING = Buffer.from('}');

const render = (repositories: readonly CoveredRepository[]): string => JSON.stringify(repositories.map(repositoryView));

const repositoryView = ({ nameWithOwner, url, isPrivate }: CoveredRepository): CoveredRepositoryView => ({
  nameWithOwner,
  url,
  isPrivate,
});

const accountHead = (record: CoveredRecord): Omit<InstallationAccountSummary, 'repositories'> => ({
  installationId: record.id,
  accountLogin: record.accountLogin,
  accountType: record.accountType,
  repositoryCount: record.repositoryCount ?? 0,
  updatedAt: record.updatedAt.toISOString(),
});

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
