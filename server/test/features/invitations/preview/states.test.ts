import { describe, expect, test } from 'vitest';
import { stoppedService } from '../../../support/service/stopped-service.ts';
import { accountIn, instant, row, setUpPreviews } from './previewing.ts';

const DAY_MS = 86_400_000;

describe('a preview', () => {
  const { service, world, control, signIn } = stoppedService();
  const setUp = (more?: object) => setUpPreviews(service(), signIn, more);
  const account = (login: string) => accountIn(world(), login);
  const ago = (ms: number) => `${new Date(service().clock.now().getTime() - ms).toISOString().slice(0, 19)}Z`;

  test('tells whom an invitation can be sent, spelled as the code host spells them', async () => {
    const { newcomer, preview, organization } = await setUp();
    const login = newcomer();
    expect(
      await preview({ login: ` ${login.toUpperCase()} ` }, { email: ' New@Mail.example ', role: 'admin' }),
    ).toEqual({
      rows: [row('ready', account(login)), row('ready', { email: 'New@Mail.example' })],
      seats: null,
      sentInLastDay: 0,
      retryAfterSeconds: null,
    });
    expect(world().openInvitations(organization)).toEqual([]);
    expect(
      new Set(
        control()
          .requests()
          .map(({ method, path }) => (path === '/graphql' ? path : method)),
      ),
    ).toEqual(new Set(['GET', '/graphql']));
  });

  test('knows members, whatever their role, and leaves the invited out of them', async () => {
    const { organization, owner, newcomer, preview } = await setUp();
    const [member, invited] = [newcomer(), newcomer()];
    world().addMembership({ organization, login: member });
    const { id, createdAt } = world().invite({ organization, login: invited });
    const { rows } = await preview({ login: owner }, { login: member }, { login: invited });
    const invitation = { id, role: 'direct_member', since: instant(createdAt), invitedBy: owner, failure: null };
    expect(rows).toEqual([
      row('already-member', account(owner)),
      row('already-member', account(member)),
      row('already-invited', { ...account(invited), invitation }),
    ]);
  });

  test('tells since when and by whom somebody is invited, or why an earlier invitation failed', async () => {
    const { organization, owner, newcomer, preview } = await setUp();
    const [failed, both] = [newcomer(), newcomer()];
    const long = ago(9 * DAY_MS);
    const late = world().invite({ organization, login: failed, role: 'admin', createdAt: long });
    const gone = world().invite({ organization, email: 'Gone@mail.example', createdAt: ago(DAY_MS) });
    world().expireInvitations();
    world().failInvitation(organization, gone.id, 'trade_controls');
    world().failInvitation(organization, world().invite({ organization, login: both }).id);
    const open = world().invite({ organization, login: both });
    const address = world().invite({ organization, email: 'here@mail.example', createdAt: ago(DAY_MS) });
    const { rows } = await preview(
      { login: failed },
      { email: 'gone@MAIL.example' },
      { login: both },
      { email: 'Here@mail.example' },
    );
    const by = { invitedBy: owner, failure: null, role: 'direct_member' };
    expect(rows).toEqual([
      row('failed-before', {
        ...account(failed),
        invitation: {
          id: late.id,
          role: 'admin',
          since: instant(long, 7 * DAY_MS),
          invitedBy: owner,
          failure: 'Invitation expired. User did not accept this invite for 7 days.',
        },
      }),
      row('failed-before', {
        email: 'gone@MAIL.example',
        invitation: { ...by, id: gone.id, since: expect.any(String), failure: expect.any(String) },
      }),
      row('already-invited', {
        ...account(both),
        invitation: { ...by, id: open.id, since: instant(open.createdAt) },
      }),
      row('already-invited', {
        email: 'Here@mail.example',
        invitation: { ...by, id: address.id, since: instant(address.createdAt) },
      }),
    ]);
  });

  test('says of whom there is nobody, also when GraphQL knew of nobody, and asks for each once over REST', async () => {
    const { preview, organization } = await setUp();
    const managed = `mona-of-${organization}_octo`;
    world().addUser({ login: managed, unknownToGraphql: true });
    const hidden = world().addUser({ login: `quiet-of-${organization}`, unknownToGraphql: true }).login;
    world().addMembership({ organization, login: hidden });
    const { rows } = await preview(
      { login: 'no-such-person' },
      { login: 'No-Such-Person' },
      { login: 'trudy' },
      { login: managed },
      { login: hidden },
    );
    expect(rows).toEqual([
      row('not-found', { login: 'no-such-person' }),
      row('not-found', { login: 'No-Such-Person' }),
      row('not-found', { login: 'trudy' }),
      row('managed-account', account(managed)),
      row('already-member', account(hidden)),
    ]);
    expect(
      control()
        .requests({ path: /^[/]users[/]/ })
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual([`/users/${managed}`, '/users/No-Such-Person', `/users/${hidden}`, '/users/trudy'].toSorted());
  });

  test('tells organizations and managed accounts from people', async () => {
    const { organization, preview } = await setUp();
    const managed = world().addUser({ login: `lisa-of-${organization}_octo` }).login;
    const { rows } = await preview({ login: 'Northwind' }, { login: managed });
    expect(rows).toEqual([row('organization', account('northwind')), row('managed-account', account(managed))]);
  });

  test('counts one person once, by the number of the account and by the address', async () => {
    const { newcomer, preview } = await setUp();
    const login = newcomer();
    const { rows } = await preview(
      { login, role: 'nobody' },
      { login: login.toUpperCase() },
      { email: 'a@mail.example' },
      { login },
      { email: 'A@MAIL.example', role: 'admin' },
    );
    expect(rows).toEqual([
      row('wrong', { login, reason: 'bad-role' }),
      row('ready', account(login)),
      row('ready', { email: 'a@mail.example' }),
      row('duplicate', { ...account(login), duplicateOf: 2 }),
      row('duplicate', { email: 'A@MAIL.example', duplicateOf: 3 }),
    ]);
  });

  test('finds teams by slug, name and number, and says which there are not', async () => {
    const { organization, newcomer, preview } = await setUp();
    const crew = world().addTeam({ organization, name: 'Night Crew', privacy: 'SECRET' });
    const odd = world().addTeam({ organization, name: 'Crème Brûlée', slug: 'creme-brulee' });
    const named = world().addTeam({ organization, name: 'night-crew', slug: 'other' });
    const [one, two] = [newcomer(), newcomer()];
    const { rows } = await preview(
      { login: one, teams: ['NIGHT-crew', ' night crew ', '', 'CRÈME BRÛLÉE'], teamIds: [odd.id, named.id] },
      { login: two, teams: ['other', 'Nobody’s'], teamIds: [999_999_999] },
      { email: 'a@mail.example', teams: ['creme-brulee'] },
      { email: 'b@mail.example', teams: [''] },
    );
    expect(rows).toEqual([
      row('ready', { ...account(one), teamIds: [odd.id, named.id, crew.id] }),
      row('unknown-team', { ...account(two), teamIds: [named.id], unknownTeams: ['999999999', 'Nobody’s'] }),
      row('ready', { email: 'a@mail.example', teamIds: [odd.id] }),
      row('ready', { email: 'b@mail.example' }),
    ]);
  });
});
