import { setImmediate as letOthersRun } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { CoveredRepositoryView, InstallationAccountSummary, InstallStatusSummary } from '@orgdesk/contract';
import { STATUS_ANSWERS_MAX_BYTES } from '@orgdesk/contract/limits';
import { LRUCache } from 'lru-cache';
import type { CoveredRepository } from '../../domain/installation.ts';
import { entryBytes, ownBytes } from '../../lib/bounds.ts';
import { COMPRESSED_FROM_BYTES } from '../../lib/limits/http.ts';
import { REPOSITORY_TEXTS_MAX_BYTES } from '../../lib/limits/installations.ts';
import { hashOf } from '../../lib/secrets.ts';
import { createSharedCalls } from '../../lib/shared-calls.ts';
import type { CoveredRecord, InstallationStore } from '../../sessions/store/installation-types.ts';

interface RecordText {
  readonly record: CoveredRecord;
  readonly text: Buffer;
}

type RepositoryTexts = (record: CoveredRecord) => Promise<RecordText | null>;

/** `maxBytes` is for all texts together. */
export function createRepositoryTexts(
  installations: InstallationStore,
  render: (repositories: readonly CoveredRepository[]) => string,
  maxBytes: number,
): RepositoryTexts {
  const textCache = new LRUCache<number, { readonly list: number; readonly text: Buffer }>({
    maxSize: maxBytes,
    sizeCalculation: ({ text }, id) => entryBytes(id, text.length),
  });
  const reading = createSharedCalls<string, RecordText | null>();

  async function read(id: number): Promise<RecordText | null> {
    const found = await installations.findListed(id);
    if (found === null) return null;
    const { repositories, ...record } = found;
    if (record.list === null || repositories === null) return { record, text: NONE };
    await letOthersRun();
    const text = ownBytes(Buffer.from(render(repositories)));
    textCache.set(id, { list: record.list, text });
    return { record, text };
  }

  return async (record) => {
    const { id, list } = record;
    if (list === null) return { record, text: NONE };
    const cached = textCache.get(id);
    if (cached?.list === list) return { record, text: cached.text };
    return reading(`${id} ${list}`, () => read(id));
  };
}

const NONE = Buffer.from('[]');

interface StatusAnswer {
  readonly etag: string;
  readonly bytes: Buffer;
  readonly isCompressed: boolean;
}

/** Caches recent answers by the records they show. */
interface StatusAnswers {
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
