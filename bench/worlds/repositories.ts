import { repositoriesText } from '../../server/src/sessions/store/repository-lists.ts';
import { openForFilling } from './database.ts';

/** Repositories as the code host names them. */
export const repositoryNames = (owner: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${owner}/repository-${String(index + 1).padStart(5, '0')}`);

/** Gives installations of a filled database repository lists of this length, each fetched just now. */
export async function storeRepositoryLists(
  url: string,
  installations: readonly { readonly id: number; readonly login: string }[],
  repositories: number,
): Promise<void> {
  const database = await openForFilling(url);
  const now = Date.now();
  for (const { id, login } of installations) {
    const list = repositoryNames(login, repositories).map((nameWithOwner, index) => ({
      nameWithOwner,
      url: `https://github.example/${nameWithOwner}`,
      isPrivate: index % 3 === 0,
    }));
    await database.run(
      `insert into host_installation_repositories (installation_id, observation, fetched_at, repositories)
        values (${id}, 1, ${now}, $1)`,
      [await repositoriesText(list)],
    );
    await database.run(
      `update host_installations set repository_count = ${repositories} where installation_id = ${id}`,
    );
  }
  await database.close();
}
