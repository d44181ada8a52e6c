import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ENGINES, freshDatabaseUrl, sqlitePathOf } from '../../support/databases/engines.ts';
import { configuredHost, readSession, run, runReady, signIn } from '../configured.ts';

describe.each(ENGINES.map(({ name }) => name))('orgdesk sessions on %s', (engine) => {
  test('counts, lists and ends sessions of a person beside the running service', async () => {
    const { env } = await configuredHost(await freshDatabaseUrl(engine));
    const { url } = await runReady(env);
    const [laptop, phone, other] = [await signIn(url, 'ada'), await signIn(url, 'ada'), await signIn(url, 'grace')];
    const sessions = async (...parameters: readonly string[]) => {
      const program = run({ env, parameters: ['sessions', ...parameters] });
      const { code } = await program.ended;
      return { code, out: program.out(), err: program.err() };
    };

    expect(await sessions('count')).toEqual({ code: 0, out: '3 sessions of 2 people\n', err: '' });
    expect(JSON.parse((await sessions('count', '--json')).out)).toEqual({ sessions: 3, users: 2 });
    const listed = JSON.parse((await sessions('list', 'ADA', '--json')).out) as {
      readonly sessions: readonly { readonly session: string; readonly login: string }[];
    };
    expect(listed.sessions.map(({ login }) => login)).toEqual(['ada', 'ada']);
    const [one] = listed.sessions;
    expect((await sessions('list', 'ada')).out).toContain(one?.session);
    expect(await sessions('end', 'grace', one?.session ?? '')).toMatchObject({ code: 3, out: '' });
    expect(await sessions('end', 'nobody')).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringContaining('"nobody"'),
    });

    expect(await sessions('end', 'ada', one?.session ?? '')).toEqual({ code: 0, out: '1 ended\n', err: '' });
    const statuses = async () =>
      Promise.all([laptop, phone, other].map(async (headers) => (await readSession(url, headers)).status));
    expect((await statuses()).toSorted()).toEqual([200, 200, 401]);
    expect((await sessions('end', 'ada')).out).toBe('1 ended\n');
    expect(await statuses()).toEqual([401, 401, 200]);
    expect((await sessions('list', 'ada')).out).toBe('No sessions.\n');
  });
});

test('needs the database alone, and makes none', async () => {
  const databaseUrl = await freshDatabaseUrl('SQLite');
  const missing = run({
    env: { DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
    parameters: ['sessions', 'count'],
  });
  expect(await missing.ended).toEqual({ code: 1, signal: null });
  expect(missing.err()).toMatch(/^Failed: the SQLite file in DATABASE_URL does not exist/);
  expect(existsSync(sqlitePathOf(databaseUrl))).toBe(false);

  const migrated = run({ env: { DATABASE_URL: databaseUrl }, parameters: ['migrate', '--create'] });
  await migrated.ended;
  const counted = run({
    env: { DATABASE_URL: databaseUrl, NODE_ENV: 'production', CODE_HOST_CLIENT_ID: 'half of a code host' },
    parameters: ['sessions', 'count'],
  });
  await counted.ended;
  expect([counted.out(), counted.err()]).toEqual(['0 sessions of 0 people\n', '']);
});

test('does not touch a database that is not migrated yet', async () => {
  const databaseUrl = await freshDatabaseUrl('PostgreSQL');
  const program = run({ env: { DATABASE_URL: databaseUrl }, parameters: ['sessions', 'count'] });
  expect(await program.ended).toEqual({ code: 1, signal: null });
  expect(program.err()).toMatch(/^Failed: .*Run orgdesk migrate\.\n$/s);
});
