import { dataOf } from '../../connection/failure.ts';
import { printRows } from '../../output/rows.ts';
import type { Context } from '../../run-remote.ts';

export async function run({ connect, signal, format }: Context): Promise<void> {
  const service = await connect();
  const { organizations } = await dataOf(service, service.client.listOrganizations({ signal }));
  printRows(format, organizations, {
    login: ({ login }) => login,
    name: ({ name }) => name,
    role: ({ viewerCanAdminister }) => (viewerCanAdminister ? 'owner' : 'member'),
    app: ({ hasAppInstalled, suspendedAt }) => {
      if (!hasAppInstalled) return 'not installed';
      return suspendedAt === null ? 'installed' : 'suspended';
    },
    repositories: ({ repositoryCount }) => repositoryCount,
  });
}
