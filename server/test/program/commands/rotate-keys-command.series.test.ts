import { describe, expect, test } from 'vitest';
import { ENGINES, freshDatabaseUrl } from '../../support/databases/engines.ts';
import { configuredHost, readSession, run, runReady, signIn } from '../configured.ts';

const [OLD, NEW, STRANGER] = ['old', 'new', 'stranger'].map((name) => `the ${name} secret of the rotation tests`) as [
  string,
  string,
  string,
];

/** Runs `orgdesk rotate-keys` to its end, with no setting but those of the database. */
async function rotateKeys(databaseUrl: string, secrets: string, ...more: readonly string[]) {
  const env = { DATABASE_URL: databaseUrl, TOKEN_SECRET: secrets, NODE_ENV: 'production' };
  const program = run({ env, parameters: ['rotate-keys', ...more] });
  const { code } = await program.ended;
  return { code, out: program.out(), err: program.err() };
}

describe.each(ENGINES.map(({ name }) => name))('orgdesk rotate-keys on %s', (engine) => {
  test('beside the running service lets the old key be left out at once, and nobody is signed out', async () => {
    const url = await freshDatabaseUrl(engine);
    const { env } = await configuredHost(url);
    const first = await runReady({ ...env, TOKEN_SECRET: OLD });
    const [ada, grace] = [await signIn(first.url, 'ada'), await signIn(first.url, 'grace')];
    await first.program.stop();
    const second = await runReady({ ...env, TOKEN_SECRET: `${NEW},${OLD}` });
    const later = await signIn(second.url, 'ada');

    const checked = await rotateKeys(url, `${NEW},${OLD}`, '--check', '--json');
    expect([checked.code, JSON.parse(checked.out)]).toEqual([
      3,
      { reencrypted: 0, before: 1, old: 2, unreadable: 0, auditKey: expect.any(String) },
    ]);
    const rotated = await rotateKeys(url, `${NEW},${OLD}`);
    expect({ ...rotated, out: rotated.out.replace(/^Key that signs.*\n/m, '') }).toEqual({
      code: 0,
      out: [
        'Re-encrypted                          2',
        'Already encrypted with the first key  1',
        'Encrypted with another key            0',
        'Not decryptable with any key          0',
        'You can remove all keys except the first from TOKEN_SECRET.\n',
      ].join('\n'),
      err: '',
    });
    const again = await rotateKeys(url, `${NEW},${OLD}`, '--json');
    expect([again.code, JSON.parse(again.out)]).toEqual([
      0,
      { reencrypted: 0, before: 3, old: 0, unreadable: 0, auditKey: expect.any(String) },
    ]);
    const signedIn = (at: string) =>
      Promise.all([ada, grace, later].map(async (headers) => (await readSession(at, headers)).status));
    expect(await signedIn(second.url)).toEqual([200, 200, 200]);
    await second.program.stop();

    const third = await runReady({ ...env, TOKEN_SECRET: NEW });
    expect(await signedIn(third.url)).toEqual([200, 200, 200]);
    const foreign = await rotateKeys(url, STRANGER);
    expect([foreign.code, foreign.out]).toEqual([
      4,
      expect.stringMatching(
        /Not decryptable with any key {10}3\n[\s\S]*\nNo key in TOKEN_SECRET decrypts 3 sessions\. .* sign in again\.\n$/,
      ),
    ]);
    const backwards = await rotateKeys(url, `${OLD},${NEW}`, '--check');
    expect([backwards.code, backwards.out]).toEqual([
      3,
      expect.stringContaining('The other keys are still needed. Run the command without --check.\n'),
    ]);
    expect(await signedIn(third.url)).toEqual([200, 200, 200]);
  });
});

test('says what is missing, and no secret', async () => {
  const url = await freshDatabaseUrl('SQLite');
  expect(await rotateKeys(url, '')).toEqual({
    code: 1,
    out: '',
    err: 'Not rotated: TOKEN_SECRET is not set.\n',
  });
  const short = await rotateKeys(url, `${NEW},too-short`);
  expect([short.code, short.out]).toEqual([1, '']);
  expect(short.err).toContain('TOKEN_SECRET must have');
  expect(short.err).not.toContain('too-short');
  const missing = await rotateKeys(url, NEW);
  expect([missing.code, missing.err]).toEqual([
    1,
    expect.stringContaining('the SQLite file in DATABASE_URL does not exist'),
  ]);
});
