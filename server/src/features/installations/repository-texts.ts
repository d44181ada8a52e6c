import { setImmediate as letOthersRun } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { CoveredRepository } from '../../domain/installation.ts';
import { entryBytes } from '../../lib/bounds/entry-bytes.ts';
import { ownBytes } from '../../lib/bounds/own-bytes.ts';
import { createSharedCalls } from '../../lib/bounds/shared-calls.ts';
import type { CoveredRecord, InstallationStore } from '../../sessions/installations/store/types.ts';

export interface RecordText {
  readonly record: CoveredRecord;
  readonly text: Buffer;
}

export type RepositoryTexts = (record: CoveredRecord) => Promise<RecordText | null>;

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
