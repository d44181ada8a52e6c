import { dataOf } from '../../connection/failure.ts';
import type { Context } from '../../context.ts';
import { printOne } from '../../output/rows.ts';

export async function run({ connect, signal, format }: Context): Promise<void> {
  const service = await connect();
  const answer = await dataOf(service, service.client.getSession({ signal }));
  if (!answer.authenticated) return;
  const { user, expiresAt } = answer.session;
  const { login, name, organizations } = user;
  const shown = { login, name, service: service.url, expiresAt, organizations: organizations.length };
  printOne(format, shown, {
    login: (row) => row.login,
    name: (row) => row.name,
    service: (row) => row.service,
    'expires-at': (row) => row.expiresAt,
    organizations: (row) => row.organizations,
  });
}
