import { dataOf } from '../../connection/failure.ts';
import { printOne } from '../../output/rows.ts';
import type { Context } from '../../run-remote.ts';
import { signedIn } from './signed-in.ts';

export async function run({ connect, signal, format }: Context): Promise<void> {
  const service = await connect();
  const answer = await dataOf(service, service.client.getSession({ signal }));
  if (!answer.authenticated) return;
  printOne(format, signedIn(answer.session, service.url), {
    login: (row) => row.login,
    name: (row) => row.name,
    service: (row) => row.service,
    'expires-at': (row) => row.expiresAt,
    organizations: (row) => row.organizations,
  });
}
