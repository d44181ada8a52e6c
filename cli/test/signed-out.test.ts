import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pieceOf } from '../../server/test/support/series.ts';
import { sharedService } from '../../server/test/support/service/shared-service.ts';
import { CALLS } from '../src/commands/table.ts';
import { freshHome, ONE_SENTENCE, orgdesk } from './support/orgdesk.ts';

const service = sharedService();
const JOB = '0123456789abcdef0123456789abcdef';

/** Arguments with which a command would call the service. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  logout: [],
  whoami: [],
  orgs: [],
  'people list': ['acme'],
  'people show': ['acme', 'grace'],
  'people preview': ['acme', '--remove', 'grace'],
  'people change': ['acme', '--remove', 'grace', '--yes'],
  invite: ['acme', import.meta.filename, '--yes'],
  'jobs list': ['acme'],
  'jobs watch': ['acme', JOB],
  'jobs pause': ['acme', JOB],
  'jobs resume': ['acme', JOB],
  'jobs cancel': ['acme', JOB],
  'jobs take-over': ['acme', JOB],
  access: ['acme'],
  'file import': ['acme', 'files'],
  'file plan': ['acme', import.meta.filename],
  'file apply': [import.meta.filename, '--yes'],
  'file drift': ['acme'],
  'file rules': ['acme'],
  'audit tail': ['acme'],
  'audit export': ['acme'],
};

const PLAN = JSON.stringify({
  plan: {
    version: 1,
    organization: { id: 1, login: 'acme' },
    dangers: [],
    steps: [],
    hash: 'x',
    files: 'x',
    expiresAt: '2026-01-01T00:00:00.000Z',
    seal: 'x',
  },
  files: [],
});

const WITHOUT_SESSION = ['login', 'file check'];

test('every command but login and file check is among those that need a session', () => {
  expect(Object.keys(CALLS).filter((name) => !WITHOUT_SESSION.includes(name))).toEqual(Object.keys(ARGUMENTS));
});

test.each(pieceOf(Object.entries(ARGUMENTS), 5))(
  '%s fails with a code and one sentence when nobody is signed in',
  async (name, args) => {
    const HOME = await freshHome();
    const people = join(HOME, 'people.csv');
    await writeFile(people, name === 'file apply' ? PLAN : 'grace\n');
    const parameters = [...name.split(' '), ...args.map((word) => (word === import.meta.filename ? people : word))];
    const never = await orgdesk(parameters, { HOME });
    expect(never).toEqual([3, '', expect.stringMatching(ONE_SENTENCE)]);
    const [code, out, err] = await orgdesk([...parameters, '--json'], { HOME });
    const error = { error: never[2].trimEnd(), exitCode: 3 };
    expect([code, out, JSON.parse(err)]).toEqual([3, '', error]);

    const { id, bearer: headers } = await service().signIn('ada');
    await fetch(`${service().url}/api/auth/logout`, { method: 'POST', headers });
    const ended = await orgdesk(parameters, { HOME, ORGDESK_URL: service().url, ORGDESK_SESSION: id });
    expect(ended).toEqual([3, '', expect.stringMatching(ONE_SENTENCE)]);
    expect(ended.join()).not.toContain(id);
  },
);

async function homeWith(sessions: Readonly<Record<string, string>>) {
  const HOME = await freshHome();
  const file = join(HOME, '.config/orgdesk/session.json');
  await mkdir(join(HOME, '.config/orgdesk'), { recursive: true });
  await writeFile(file, JSON.stringify({ url: service().url, sessions }), { mode: 0o600 });
  return { HOME, file };
}

// Windows has no such modes of files.
test.skipIf(process.platform === 'win32')('a session file that others can read is refused', async () => {
  const { id } = await service().signIn('ada');
  const { HOME, file } = await homeWith({ [service().url]: id });
  expect(await orgdesk(['whoami', '--json'], { HOME })).toEqual([0, expect.stringContaining('"login":"ada"'), '']);
  for (const mode of [0o640, 0o604, 0o660]) {
    await chmod(file, mode);
    const refused = await orgdesk(['whoami'], { HOME });
    expect(refused).toEqual([3, '', expect.stringMatching(ONE_SENTENCE)]);
    expect(refused.join()).toContain('orgdesk login');
    expect(refused.join()).not.toContain(id);
  }
});

test('a session is sent to no service but its own', async () => {
  const { id } = await service().signIn('ada');
  const { HOME } = await homeWith({ [service().url]: id });
  const other = (await service().addInstance({})).url;
  expect(await orgdesk(['whoami', '--url', other], { HOME })).toEqual([
    3,
    '',
    `You are not signed in to ${other}: run orgdesk login.\n`,
  ]);
  expect(await orgdesk(['whoami', '--url', 'http://orgdesk.example.com'], { HOME })).toEqual([
    1,
    '',
    expect.stringMatching(/must start with https:\/\//),
  ]);
});

test('logout ends the session and forgets it', async () => {
  const { id, bearer: headers } = await service().signIn('ada');
  const { HOME, file } = await homeWith({ [service().url]: id });
  expect(await orgdesk(['logout'], { HOME })).toEqual([0, '', `Signed out of ${service().url}.\n`]);
  expect((await fetch(`${service().url}/api/auth/session`, { headers })).status).toBe(401);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await orgdesk(['whoami'], { HOME })).toEqual([3, '', expect.stringMatching(ONE_SENTENCE)]);
});
