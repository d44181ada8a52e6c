import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { STATUS_ANSWERS_MAX_BYTES } from '@orgdesk/contract/limits';
import { LRUCache } from 'lru-cache';
import { entryBytes } from '../../domain/bounds/entry-bytes.ts';
import { ownBytes } from '../../domain/bounds/own-bytes.ts';
import { createSharedCalls } from '../../domain/bounds/shared-calls.ts';
import { COMPRESSED_FROM_BYTES } from '../../domain/limits/requests.ts';
import type { CoveredRecord } from '../../ports/storage/installations.ts';
import { hashOf } from '../../security/secrets.ts';
import type { RepositoryTextsDeps } from './repository-texts.ts';
import { createStatusView } from './status-view.ts';

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

export function createStatusAnswers(installations: RepositoryTextsDeps['installations']): StatusAnswers {
  const viewOf = createStatusView(installations);
  const answerCache = new LRUCache<string, StatusAnswer>({
    maxSize: STATUS_ANSWERS_MAX_BYTES,
    sizeCalculation: ({ bytes }, name) => entryBytes(name, bytes.length),
  });
  const making = createSharedCalls<string, StatusAnswer>();

  async function make(records: readonly CoveredRecord[], compressed: boolean): Promise<StatusAnswer> {
    const { shown, bytes: plain } = await viewOf(records);
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
