import type { World } from '@orgdesk/simulator';
import { describe, expect, test } from 'vitest';
import { stoppedService } from '../../../support/service/stopped-service.ts';
import { accountIn, row, setUpPreviews } from './previewing.ts';

const DAY_MS = 86_400_000;
const GRAPHQL = { path: '/graphql', operation: 'AccountsByLogin' };
const LOOKED_UP = /^[/]users[/]/;

describe('a preview of accounts', () => {
  const { service, world, control, signIn } = stoppedService();
  const setUp = () => setUpPreviews(service(), signIn);
  const account = (login: string) => accountIn(world(), login);
  const ago = (ms: number) => new Date(service().clock.now().getTime() - ms).toISOString();
  let people = 0;
  const person = (more: Partial<Parameters<World['addUser']>[0]> = {}) => {
    people += 1;
    return world().addUser({ login: `x-${people}`, ...more }).login;
  };

  test('shows name, picture and age of each account, and warns of those younger than a week', async () => {
    const { preview, organization } = await setUp();
    const young = person({ name: 'Ken Thompson', createdAt: ago(7 * DAY_MS - 1) });
    const old = person({ name: null, createdAt: ago(7 * DAY_MS) });
    const member = person({ createdAt: ago(0) });
    world().addMembership({ organization, login: member });
    const { rows } = await preview({ login: young }, { login: old }, { login: member }, { login: 'northwind' });
    expect(rows).toEqual([
      row('ready', { ...account(young), warnings: ['new-account'] }),
      row('ready', account(old)),
      row('already-member', account(member)),
      row('organization', account('northwind')),
    ]);
  });

  test('warns of an account whose name is not that in the list, or that has none', async () => {
    const { preview, organization } = await setUp();
    const ken = person({ name: 'Ken Thompson' });
    const stranger = person({ name: 'Mallory', createdAt: ago(DAY_MS) });
    const nameless = person({ name: null });
    const open = person({ name: 'Eve' });
    world().invite({ organization, login: open });
    const { rows } = await preview(
      { login: ken, name: ' THOMPSON, Kén ' },
      { login: stranger, name: 'Ken Thompson' },
      { login: nameless, name: 'Ken Thompson' },
      { login: open, name: 'Ken Thompson' },
      { email: 'a@mail.example', name: 'Ken Thompson' },
    );
    expect(rows.map(({ warnings }) => warnings)).toEqual([
      [],
      ['new-account', 'other-name'],
      ['no-name'],
      ['other-name'],
      [],
    ]);
    expect(JSON.stringify(rows[2])).not.toContain('Ken');
  });

  test('compares no name that a client does not send, or that is none', async () => {
    const { preview } = await setUp();
    const nameless = person({ name: null });
    const rows = [undefined, null, '', ' ', '–', 7, {}, ['Ken']].map((name) => ({ login: nameless, name }));
    expect((await preview(...rows)).rows.map(({ warnings }) => warnings)).toEqual(rows.map(() => []));
  });

  test('asks the code host no more often for that', async () => {
    const { preview } = await setUp();
    const logins = Array.from({ length: 150 }, () => person({ name: 'Ken Thompson' }));
    const { rows } = await preview(...logins.map((login) => ({ login, name: 'Ken' })));
    expect(rows.every((each) => each.account?.name === 'Ken Thompson')).toBe(true);
    expect([control().count(GRAPHQL), control().count({ path: LOOKED_UP })]).toEqual([2, 0]);
  });

  test('reads over REST the profile that GraphQL withheld, or did not find', async () => {
    const { preview } = await setUp();
    const [withheld, unknown] = [person({ name: 'Ken' }), person({ name: 'Ken', unknownToGraphql: true })];
    const { id, createdAt } = world().needUser(withheld);
    const part = { __typename: 'User', databaseId: id, login: withheld, avatarUrl: 'https://a.test/1', createdAt };
    control().fault({
      kind: 'reply',
      status: 200,
      body: {
        data: { account0: { ...part, name: null, organization: null }, account1: null },
        errors: [{ type: 'FORBIDDEN', message: 'Not now.', path: ['account0', 'name'] }],
      },
      match: GRAPHQL,
    });
    const { rows } = await preview({ login: withheld, name: 'Ken' }, { login: unknown, name: 'Tim' });
    expect(rows).toEqual([
      row('ready', account(withheld)),
      row('ready', { ...account(unknown), warnings: ['other-name'] }),
    ]);
    expect(control().count({ path: LOOKED_UP })).toBe(2);
  });

  const WHOLE = { name: null, avatarUrl: null, createdAt: '2024-03-01T09:00:00Z' };
  test.each([
    ['has no name', { name: undefined }],
    ['has no date', { createdAt: undefined }],
    ['was created at no time', { createdAt: 'yesterday' }],
    ['was created thousands of years from now', { createdAt: '+275760-09-13T00:00:00Z' }],
    ['has a number for a picture', { avatarUrl: 7 }],
  ])('says that a profile was not read when its answer %s', async (_what, part) => {
    const { preview } = await setUp();
    const login = person();
    const { id } = world().needUser(login);
    const user = { __typename: 'User', databaseId: id, login, organization: null, ...WHOLE, ...part };
    control().fault({ kind: 'reply', status: 200, body: { data: { account0: user } }, match: GRAPHQL });
    expect((await preview({ login, name: 'Ken' })).rows).toEqual([
      row('ready', { login, accountId: id, warnings: ['profile-unread'] }),
    ]);
  });
});
