import type { CoveredRepository } from '../../../domain/app/installation.ts';

/* Storage format of a repository list, independent of API answers. */

/** JSON escapes NUL and lone surrogates, which databases reject. */
export const repositoriesText = (repositories: readonly CoveredRepository[]): string =>
  JSON.stringify(repositories.map(({ nameWithOwner, url, isPrivate }) => ({ nameWithOwner, url, isPrivate })));

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
