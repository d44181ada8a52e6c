import type { CoveredRepository } from '../../../domain/app/installation.ts';

/*
 * How a repository list is kept: a JSON array of objects with `nameWithOwner`, `url` and `isPrivate`. That is storage's
 * own form and stays, whatever becomes of the answers made from it.
 */

/** The text that is stored. JSON escapes what databases refuse in a text: NUL and half characters. */
export const repositoriesText = (repositories: readonly CoveredRepository[]): string =>
  JSON.stringify(repositories.map(({ nameWithOwner, url, isPrivate }) => ({ nameWithOwner, url, isPrivate })));

/** The stored text as what it says. Throws when somebody else than this program wrote it. */
export function parseRepositories(text: string, installationId: number): readonly CoveredRepository[] {
  const list: unknown = JSON.parse(text);
  if (Array.isArray(list) && list.every(isRepository)) return list;
  throw new Error(`the stored repository list of installation ${installationId} cannot be read`);
}

const isRepository = (value: unknown): value is CoveredRepository => {
  const { nameWithOwner, url, isPrivate } = Object(value);
  return typeof nameWithOwner === 'string' && typeof url === 'string' && typeof isPrivate === 'boolean';
};
