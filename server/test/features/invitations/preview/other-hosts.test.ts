import { describe, expect, test } from 'vitest';
import { stoppedService } from '../../../support/service/stopped-service.ts';
import { accountIn, previewOf, row, statesIn } from './previewing.ts';

const KINDS = [
  ['an Enterprise Server', 'enterprise-server', 'ada', ''],
  ['GHE.com', 'ghe.com', 'ada', ''],
  ['github.com, in an organization of managed users', 'cloud', 'owner_octo', '_octo'],
] as const;

describe.each(KINDS)('a preview on %s', (_where, hostKind, owner, shortcode) => {
  const { service, world, control, signIn } = stoppedService({ hostKind });

  const previewing = async () => {
    if (world().user(owner) === null) world().addUser({ login: owner });
    world().updateOrganization('acme', { managedUsers: hostKind !== 'enterprise-server' });
    world().addMembership({ organization: 'acme', login: owner, role: 'admin' });
    const headers = await signIn(owner);
    return (...rows: readonly object[]) => previewOf(service(), 'acme', headers, rows);
  };
  let people = 0;
  const newcomer = (more: object = {}) => {
    people += 1;
    return world().addUser({ login: `person-${people}${shortcode}`, ...more }).login;
  };
  const account = (login: string) => accountIn(world(), login);

  test('tells whom a membership can be set for, and asks for no invitation', async () => {
    const preview = await previewing();
    const [login, quiet] = [newcomer(), newcomer({ unknownToGraphql: true })];
    const team = world().teamsOf(world().organization('acme')?.id ?? 0)[0];
    const report = await preview(
      { login, teams: ['ENGINEERING'] },
      { login: quiet },
      { login: owner },
      { login: 'no-such-person' },
      { login: 'northwind' },
      { email: 'a@mail.example' },
      { login, role: 'billing_manager' },
      { login: login.toUpperCase(), role: 'admin' },
      { login: newcomer(), teams: ['no such team'] },
    );
    expect(report).toMatchObject({ seats: null, sentInLastDay: null, retryAfterSeconds: null });
    expect(report.rows.slice(0, 8)).toEqual([
      row('ready', { ...account(login), teamIds: [team?.id ?? 0] }),
      row('ready', account(quiet)),
      row('already-member', account(owner)),
      row('not-found', { login: 'no-such-person' }),
      row('organization', account('northwind')),
      row('not-possible-here', { email: 'a@mail.example' }),
      row('not-possible-here', { login }),
      row('duplicate', { ...account(login), duplicateOf: 1 }),
    ]);
    expect(report.rows[8]).toMatchObject({ state: 'unknown-team', unknownTeams: ['no such team'] });
    const paths = new Set(
      control()
        .requests()
        .map(({ path }) => path),
    );
    expect([...paths].filter((path) => path.includes('invitations'))).toEqual([]);
    expect(paths).toContain('/orgs/acme/teams');
  });
});

describe('a preview on an Enterprise Server', () => {
  const { service, control, signIn } = stoppedService({ hostKind: 'enterprise-server' });
  const preview = async (...rows: readonly object[]) => previewOf(service(), 'acme', await signIn('ada'), rows);

  test('knows who is suspended, unless they are a member', async () => {
    const { world } = service().simulator;
    world.addUser({ login: 'sleeper', suspension: 'shown' });
    world.addMembership({ organization: 'acme', login: 'sleeper' });
    const { rows } = await preview({ login: 'mallory' }, { login: 'sleeper' }, { login: 'edsger' });
    expect(rows).toEqual([
      row('suspended', accountIn(world, 'mallory')),
      row('already-member', accountIn(world, 'sleeper')),
      row('ready', accountIn(world, 'edsger')),
    ]);
  });

  test('goes on where the server has no field for that', async () => {
    const match = { operation: 'AccountsByLogin' };
    const errors = [{ message: "Field 'suspendedAt' doesn't exist on type 'User'" }];
    control().fault({ kind: 'reply', status: 200, body: { errors }, times: 1, match });
    expect(statesIn(await preview({ login: 'mallory' }, { login: 'edsger' }))).toEqual(['ready', 'ready']);
    expect(control().count(match)).toBe(2);
  });
});

describe('a preview in an organization of managed users on github.com', () => {
  const { service, signIn } = stoppedService();

  test('knows who is none, and cannot be added', async () => {
    const { world } = service().simulator;
    world.addUser({ login: 'owner_octo' });
    world.updateOrganization('acme', { managedUsers: true });
    world.addMembership({ organization: 'acme', login: 'owner_octo', role: 'admin' });
    const { rows } = await previewOf(service(), 'acme', await signIn('owner_octo'), [{ login: 'edsger' }]);
    expect(rows).toEqual([row('not-possible-here', accountIn(world, 'edsger'))]);
  });
});
