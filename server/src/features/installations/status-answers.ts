import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { CoveredRepositoryView, InstallationAccountSummary, InstallStatusSummary } from '@orgdesk/contract';
import { STATUS_ANSWERS_MAX_BYTES } from '@orgdesk/contract/limits';
import { LRUCache } from 'lru-cache';
import type { CoveredRepository } from '../../domain/installation.ts';
import { entryBytes } from '../../lib/bounds/entry-bytes.ts';
import { ownBytes } from '../../lib/bounds/own-bytes.ts';
import { createSharedCalls } from '../../lib/bounds/shared-calls.ts';
import { hashOf } from '../../lib/crypto/secrets.ts';
import { REPOSITORY_TEXTS_MAX_BYTES } from '../../lib/limits/installations.ts';
import { COMPRESSED_FROM_BYTES } from '../../lib/limits/requests.ts';
import type { CoveredRecord, InstallationStore } from '../../sessions/installations/store/types.ts';
import { createRepositoryTexts, type RepositoryTexts } from './repository-texts.ts';

export interface StatusAnswer {
  readonly etag: string;
  readonly bytes: Buffer;
  readonly isCompressed: boolean;
}

/** Caches recent answers by the records they show. */
export interface StatusAnswers {
  etagOf(records: readonly CoveredRecord[]): string;
  answerOf(records: readonly CoveredRecord[], compressed: boolean): Promise<StatusAnswer>;
}

/** The fastest level still compresses names and addresses to a tenth. */
const GZIP_OPTIONS = { level: constants.Z_BEST_SPEED };
const compress = promisify(gzip);

export function createStatusAnswers(installations: InstallationStore): StatusAnswers {
  const textOf = createRepositoryTexts(installations, render, REPOSITORY_TEXTS_MAX_BYTES);
  const answerCache = new LRUCache<string, StatusAnswer>({
    maxSize: STATUS_ANSWERS_MAX_BYTES,
    sizeCalculation: ({ bytes }, name) => entryBytes(name, bytes.length),
  });
  const making = createSharedCalls<string, StatusAnswer>();

  async function make(records: readonly CoveredRecord[], compressed: boolean): Promise<StatusAnswer> {
    const { shown, bytes: plain } = await statusView(records, textOf);
    const version = versionOf(shown);
    // Larger answers cannot be cached.
    const isCompressed =
      compressed && plain.length >= COMPRESSED_FROM_BYTES && plain.length <= STATUS_ANSWERS_MAX_BYTES;
    const bytes = ownBytes(isCompressed ? await compress(plain, GZIP_OPTIONS) : plain);
    const answer = { etag: etagOf(version), bytes, isCompressed };
    answerCache.set(nameOf(version, compressed), answer);
    return answer;
  }

  return {
    etagOf: (records) => etagOf(versionOf(records)),
    async answerOf(records, compressed) {
      const name = nameOf(versionOf(records), compressed);
      return answerCache.get(name) ?? making(name, () => make(records, compressed));
    },
  };
}

/** Identifies a list by its observation, because its text can be megabytes long. */
const versionOf = (records: readonly CoveredRecord[]): string =>
  JSON.stringify(
    records.map((record) => [
      record.id,
      record.list,
      record.repositoryCount,
      record.updatedAt.getTime(),
      record.accountId,
      record.accountType,
      record.accountLogin,
    ]),
  );

/** Change it whenever the same records get a different answer. */
const FORMAT = 1;

/** Weak, because the plain and the compressed answer share it. */
const etagOf = (version: string): string => `W/"${hashOf(`${FORMAT} ${version}`).slice(0, 32)}"`;

const nameOf = (version: string, compressed: boolean): string => `${compressed ? 'gzip' : 'plain'} ${version}`;

interface StatusView {
  readonly shown: readonly CoveredRecord[];
  readonly bytes: Buffer;
}

/** Inserts cached JSON of repository lists, which can be long. */
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
