import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { CoveredRepository } from '../../domain/app/installation.ts';
import { createKeptBytes } from '../../domain/bounds/kept-bytes.ts';
import { ownBytes } from '../../domain/bounds/own-bytes.ts';
import type { InstallationCache } from '../../installation-cache/installation-cache.ts';
import type { CoveredRecord } from '../../ports/storage/installations.ts';

/** A record, and the JSON of the repositories that belong to it. */
export interface RecordText {
  readonly record: CoveredRecord;
  readonly text: Buffer;
}

export interface RepositoryTextsDeps {
  readonly cache: Pick<InstallationCache, 'findListed'>;
  /** What one list is answered as. */
  readonly render: (repositories: readonly CoveredRepository[]) => string;
  /** Of all texts that are kept. */
  readonly maxBytes: number;
}

/** The repositories of a record as JSON; null when the record is gone by now. */
export type RepositoryTexts = (record: CoveredRecord) => Promise<RecordText | null>;

/**
 * Reads a stored list and makes its JSON when somebody wants it for the first time, and keeps the text while that list
 * is the stored one; of all texts, those used last. Lists are read one at a time for each caller, and nobody reads one
 * that is being read: they are long.
 */
export function createRepositoryTexts({ cache, render, maxBytes }: RepositoryTextsDeps): RepositoryTexts {
  const kept = createKeptBytes<number, { readonly list: number; readonly text: Buffer }>(maxBytes);
  const underWay = new Map<string, Promise<RecordText | null>>();

  async function read(id: number): Promise<RecordText | null> {
    const found = await cache.findListed(id);
    if (found === null) return null;
    const { repositories, ...record } = found;
    if (record.list === null || repositories === null) return { record, text: NONE };
    await letOthersRun();
    const text = ownBytes(Buffer.from(render(repositories)));
    kept.keep(id, { list: record.list, text }, text.length);
    return { record, text };
  }

  return async (record) => {
    const { id, list } = record;
    if (list === null) return { record, text: NONE };
    const known = kept.get(id);
    if (known?.list === list) return { record, text: known.text };
    const key = `${id} ${list}`;
    const reading = underWay.get(key) ?? read(id).finally(() => underWay.delete(key));
    underWay.set(key, reading);
    return reading;
  };
}

const NONE = Buffer.from('[]');
