import { dataOf } from '../../connection/failure.ts';
import { EXIT } from '../../connection/stop.ts';
import { warnOf } from '../../output/read-list.ts';
import { printOne } from '../../output/rows.ts';
import type { Context } from '../../run-remote.ts';
import { ROLE_NAMES } from './role-names.ts';

export async function run(
  { connect, signal, format }: Context,
  [login, person]: readonly [string, string],
): Promise<void> {
  const service = await connect();
  const answer = await dataOf(service, service.client.getPerson({ path: { login, person }, signal }));
  for (const withheld of answer.withheld) {
    warnOf(withheld);
    if (withheld.reason !== 'owners-only') process.exitCode = EXIT.incomplete;
  }
  printOne(format, answer, {
    login: (shown) => shown.person.login,
    name: (shown) => shown.person.name,
    role: (shown) => ROLE_NAMES[shown.person.role] ?? shown.person.role,
    'two-factor': ({ secondFactor }) => secondFactor ?? 'unknown',
    teams: ({ teams }) => teams?.map(({ slug, role }) => `${slug} (${role})`).join(', ') ?? 'unknown',
    invitations: ({ sentInvitations }) => sentInvitations?.length ?? 'unknown',
    id: (shown) => shown.person.id,
  });
}
