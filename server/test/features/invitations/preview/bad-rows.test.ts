import { describe, expect, test } from 'vitest';
import { stoppedService } from '../../../support/service/stopped-service.ts';
import { accountIn, askPreview, row, setUpPreviews } from './previewing.ts';

describe('a preview', () => {
  const { service, world, control, signIn } = stoppedService();
  const setUp = (more?: object) => setUpPreviews(service(), signIn, more);
  const account = (login: string) => accountIn(world(), login);

  test('marks what is wrong with a row, and goes on with the others', async () => {
    const { newcomer, preview } = await setUp();
    const login = newcomer();
    const many = Array.from({ length: 21 }, (_, team) => `team-${team}`);
    const wrong = [
      [{}, 'no-person', {}],
      [null, 'no-person', {}],
      ['ada', 'no-person', {}],
      [{ login: ' ', email: null }, 'no-person', {}],
      [{ login: 'ada', email: 'ada@mail.example' }, 'two-people', { login: 'ada', email: 'ada@mail.example' }],
      [{ login: 'ada lovelace' }, 'bad-login', { login: 'ada lovelace' }],
      [{ login: 'ada\0' }, 'bad-login', { login: 'ada\0' }],
      [{ login: '../user' }, 'bad-login', { login: '../user' }],
      [{ login: 'x'.repeat(101) }, 'bad-login', { login: 'x'.repeat(101) }],
      [{ email: 'nobody' }, 'bad-email', { email: 'nobody' }],
      [{ email: 'a\0@mail.example' }, 'bad-email', { email: 'a\0@mail.example' }],
      [{ login, role: 'owner' }, 'bad-role', { login }],
      [{ login, role: null }, 'bad-role', { login }],
      [{ login, teams: 'crew' }, 'bad-teams', { login }],
      [{ login, teams: [7] }, 'bad-teams', { login }],
      [{ login, teamIds: [0] }, 'bad-teams', { login }],
      [{ login, teams: many }, 'too-many-teams', { login }],
      [{ login, teams: many.slice(1), teamIds: [1] }, 'too-many-teams', { login }],
    ] as const;
    const { rows } = await preview(...wrong.map(([row]) => row as object), { login });
    expect(rows).toEqual([
      ...wrong.map(([, reason, sent]) => row('wrong', { ...sent, reason })),
      row('ready', account(login)),
    ]);
  });

  test('shows no token that the code host repeats', async () => {
    const { preview } = await setUp();
    const [secret = 'none'] = control().issuedSecrets().slice(-2);
    control().fault({
      kind: 'reply',
      status: 422,
      body: { message: `no ${control().issuedSecrets().join(' ')}`.slice(-400) },
      match: { path: '/graphql' },
    });
    const report = await preview({ login: 'ada' });
    expect(report.rows).toMatchObject([{ state: 'not-checked', reason: 'refused', message: expect.any(String) }]);
    expect(JSON.stringify(report)).not.toContain(secret);
  });

  test('is for a body of rows', async () => {
    const { organization, headers } = await setUp();
    const answers = async (body: unknown) => {
      const { status, json } = await askPreview(service(), organization, headers, body);
      return [status, json];
    };
    const none = [400, { error: 'Please add at least one person to invite.' }];
    control().clearRequests();
    for (const body of [{}, { rows: [] }, { rows: 'ada' }, [], null, 7]) expect(await answers(body)).toEqual(none);
    const rows = Array.from({ length: 201 }, () => ({ login: 'ada' }));
    expect(await answers({ rows })).toEqual([400, { error: 'You can check up to 200 rows at a time.' }]);
    expect(await answers('{"rows":[')).toEqual([400, { error: 'The request body is not valid JSON.' }]);
    expect((await answers({ rows: [{ login: 'x'.repeat(1_100_000) }] }))[0]).toBe(413);
    expect(control().count()).toBe(0);
  });
});
