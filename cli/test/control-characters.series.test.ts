import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { envOf, freshHome, orgdesk, orgdeskInTerminal } from './support/orgdesk.ts';
import { serviceThat } from './support/service-that.ts';

/** Acts in a terminal: control characters of one byte, and those that turn the direction of text. */
const ACTING = '\u007f\u0080\u0085\u009b2J\u009f\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come.
const ACTS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const HOSTILE = `a${ACTING}##[error]###[error]b`;

/** The environment of a service that answers all requests so, or refuses them. */
const serviceThatSends = async (status: number, body: unknown, type = 'application/json') =>
  envOf(
    await serviceThat((_, response) => response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body))),
  );

test('JSON has the same values without characters that act', async () => {
  const organization = { login: HOSTILE, name: HOSTILE, viewerCanAdminister: true, hasAppInstalled: true };
  const organizations = [{ ...organization, suspendedAt: null, repositoryCount: 1 }];
  const [code, out] = await orgdesk(['orgs', '--json'], await serviceThatSends(200, { organizations }));
  expect([code, JSON.parse(out)]).toEqual([0, organizations]);
  expect(out).not.toMatch(ACTS);
  expect(out).toContain('\\u009b2J');

  const HOME = await freshHome();
  const file = join(HOME, 'wrong.yaml');
  await writeFile(file, `version: 1\n${JSON.stringify(HOSTILE)}: 1\n`);
  const [, problems] = await orgdesk(['file', 'check', file, '--json'], { HOME });
  expect(JSON.parse(problems)).toEqual([expect.objectContaining({ message: `"${HOSTILE}" is not a key here.` })]);
  expect(problems).not.toMatch(ACTS);
});

/** What a terminal gets has colours and a cursor of our own; what a service sends clears the screen or names the window. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come.
const SENT = /\u001b\[2J|\u001b\]0|[\u0007\u0080-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const TERMINAL = `\u001b[2J\u001b]0;owned\u0007${ACTING}`;

test('messages of a service and names of files are lines without characters that act', async () => {
  const refusing = await serviceThatSends(400, { error: `No${TERMINAL}\nentry.` });
  const listing = await serviceThatSends(200, { authenticated: false });
  const name = `${TERMINAL}.yaml`;
  for (const [args, env] of [
    [['people', 'list', 'acme'], refusing],
    [['file', 'check', name], listing],
    [['file', 'apply', name], listing],
    [['invite', 'acme', name], listing],
    [['people', 'list', name, TERMINAL], listing],
    [['people', 'change', 'acme', '--remove', '--file', name], listing],
    [['people', 'list', 'acme', `--${TERMINAL}`], listing],
    [['file', 'apply', 'x', '--lift', TERMINAL], listing],
  ] as const) {
    const [code, out, err] = await orgdesk(args, env);
    expect([code, out]).toEqual([expect.toSatisfy((number) => number > 0), '']);
    expect(err).toMatch(/^[^\n]+\n$/);
    expect(err).not.toMatch(ACTS);
  }
});

test('notes about jobs, roles and files are without characters that act', async () => {
  const HOME = await freshHome();
  const roles = [{ name: TERMINAL, permission: 'READ', people: [{ login: TERMINAL, teams: [] }] }];
  const env = await serviceThatSends(200, { kind: 'roles', message: null, roles }, 'application/x-ndjson');
  const [, , noted] = await orgdesk(['access', 'acme', '--repository', 'api'], env);
  expect(noted).toContain('Role ');
  expect(noted).not.toMatch(ACTS);

  const folder = join(HOME, TERMINAL);
  const config = join(HOME, 'org.yaml');
  await writeFile(config, 'admins: [ada]\n');
  const [code, , notes] = await orgdesk(['file', 'import', 'acme', folder, '--from-peribolos', config], { HOME });
  expect([code, notes]).toEqual([0, expect.stringContaining('files in ')]);
  expect(notes).not.toMatch(ACTS);
});

const JOB = '0123456789abcdef0123456789abcdef';
const SEEN = `seen${TERMINAL}`;
const jobIn = (state: string) => ({
  ...{ id: JOB, kind: 'invitations', title: SEEN, state, reason: null, message: SEEN, until: null, file: null },
  ...{ startedBy: SEEN, runBy: SEEN, createdAt: '2026-01-01T00:00:00.000Z' },
  ...{ endedAt: state === 'done' ? '2026-01-01T00:00:01.000Z' : null },
  ...{ counts: { failed: 1, ready: 1 }, progress: { done: 1, total: 2 } },
});
const ROW = { row: 1, login: SEEN, email: null, outcome: 'failed', message: SEEN, step: null };

/** A job that runs when it is first looked at, and is done then. */
async function serviceWithJob() {
  let looks = 0;
  const url = await serviceThat(({ url: path = '' }, response) => {
    response.setHeader('content-type', 'application/json');
    if (path.endsWith('.csv')) return response.setHeader('content-type', 'text/csv').end('row\r\n');
    if (path.includes('/rows')) return response.end(JSON.stringify({ rows: [ROW], next: null }));
    looks += 1;
    return response.end(JSON.stringify({ job: jobIn(looks < 3 ? 'running' : 'done') }));
  });
  return envOf(url);
}

test('the progress of a job and the code of a sign-in are without characters that act, in a terminal too', async () => {
  const watch = ['jobs', 'watch', 'acme', JOB];
  const [code, out, err] = await orgdesk(watch, await serviceWithJob());
  expect([code, out]).toEqual([6, 'row\r\n']);
  expect(err).toContain('seen');
  expect(err).not.toMatch(ACTS);
  const { shown } = await orgdeskInTerminal(watch, await serviceWithJob());
  expect(shown).toContain('seen');
  expect(shown).not.toMatch(SENT);

  const device = {
    ...{ device_code: 'd', user_code: SEEN, verification_uri: `http://a.test/${SEEN}` },
    ...{ interval: 1, expires_in: 1 },
  };
  const env = await serviceThatSends(200, device);
  const login = ['login', '--url', env.ORGDESK_URL];
  const [, , noted] = await orgdesk(login, { HOME: env.HOME });
  expect(noted).toContain('seen');
  expect(noted).not.toMatch(ACTS);
  const asked = await orgdeskInTerminal(login, { HOME: env.HOME });
  expect(asked.shown).toContain('seen');
  expect(asked.shown).not.toMatch(SENT);
});

test('all output goes through functions that keep it from acting', async () => {
  const folder = join(import.meta.dirname, '../src');
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
  );
  const writing = texts.filter(([, text]) => /\bstd(out|err)\.write\(|\bconsole\.\w/.test(text));
  expect(writing.map(([name]) => name).toSorted()).toEqual([join('output', 'print.ts')]);
});
