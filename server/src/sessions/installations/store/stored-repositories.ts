import { setImmediate as othersRun } from 'node:timers/promises';
import type { CoveredRepository } from '../../../domain/installation.ts';

/* Storage format of a repository list, independent of API answers. */

const WRITTEN_AT_ONCE = 1_000;

/** Lets others run in between. JSON escapes NUL and lone surrogates, which databases reject. */
export async function repositoriesText(repositories: readonly CoveredRepository[]): Promise<string> {
  const parts: string[] = [];
  for (let from = 0; from < repositories.length; from += WRITTEN_AT_ONCE) {
    if (from > 0) await othersRun();
    const part = repositories.slice(from, from + WRITTEN_AT_ONCE);
    const text = JSON.stringify(part.map(({ nameWithOwner, url, isPrivate }) => ({ nameWithOwner, url, isPrivate })));
    parts.push(text.slice(1, -1));
  }
  return `[${parts.join(',')}]`;
}

/** Throws if another program wrote the text. */
export function parseRepositories(text: string, installationId: number): readonly CoveredRepository[] {
  const list: unknown = JSON.parse(text);
  if (Array.isArray(list) && list.every(isRepository)) return list;
  throw new Error(`could not read the stored repository list of installation ${installationId} cannot be read`);
}

const isRepository = (value: unknown): value is CoveredRepository => {
  const { nameWithOwner, url, isPrivate } = Object(value);
  return typeof nameWithOwner === 'string' && typeof url === 'string' && typeof isPrivate === 'boolean';
};
