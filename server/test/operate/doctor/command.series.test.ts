import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { sqlitePathOf } from '../../support/databases/engines.ts';
import { freePort } from '../../support/service/ports.ts';
import { runProgram } from '../../support/service/program.ts';
import { type SetUp, serveFor, setUp } from './set-up.ts';

type Settings = Readonly<Record<string, string>>;

/** Runs `orgdesk doctor` to its end. */
async function doctor({ env }: Pick<SetUp, 'env'>, parameters: readonly string[] = [], change: Settings = {}) {
  const program = runProgram({ env: { ...env, ...change }, parameters: ['doctor', ...parameters] });
  const { code } = await program.ended;
  return { code, out: program.out(), err: program.err() };
}

describe.each(['SQLite', 'PostgreSQL'] as const)('orgdesk doctor on %s', (engine) => {
  test('ends with 0 beside a service that runs, and disturbs nothing', async () => {
    const healthy = await setUp({ engine });
    await serveFor(healthy);
    const result = await doctor(healthy, [], { PORT: new URL(healthy.baseUrl).port });
    expect([result.code, result.err.replace(/^Waiting for .*\n/gm, '')]).toEqual([0, '']);
    expect(result.out).toMatch(
      /^Service\nok {7}settings {11}All settings are valid\.\nok {7}listen {13}orgdesk is listening on /,
    );
    expect(result.out).toContain(`orgdesk is reachable at ${healthy.baseUrl}.`);
    expect(result.out).toMatch(/\n0 failures, 0 warnings, 4 notes, 29 ok\.\n$/);
    expect(result.out).toMatch(/^note {5}callback {11}The Callback URL must be/m);
    expect(result.out).not.toContain('\x1b');
    expect((await fetchOnce(`${healthy.baseUrl}/readyz`)).status).toBe(200);
  });
});

test('makes nothing where no service runs, and needs none', async () => {
  const healthy = await setUp();
  await healthy.database.close();
  const folder = dirname(sqlitePathOf(healthy.database.url));
  const before = readdirSync(folder);
  expect((await doctor(healthy)).code).toBe(0);
  expect(readdirSync(folder)).toEqual(before);
});

test('ends with 5 for failures and 4 for warnings alone, and says the same in JSON', async () => {
  const { env, simulator } = await setUp();
  const failed = await doctor({ env }, [], { CODE_HOST_APP_SLUG: 'another', CODE_HOST_WEBHOOK_SECRET: '' });
  expect(failed.code).toBe(5);
  expect(failed.out).toMatch(
    /^FAILURE {2}slug {15}CODE_HOST_APP_SLUG does not match .*\n {28}→ Set CODE_HOST_APP_SLUG=orgdesk-dev\.$/m,
  );
  expect(failed.out).toMatch(/\n1 failure, 1 warning, 5 notes, 26 ok\.\n$/);

  const warned = await doctor({ env }, ['--json'], { CODE_HOST_WEBHOOK_SECRET: '' });
  expect(warned.code).toBe(4);
  const report = JSON.parse(warned.out);
  expect(report).toMatchObject({ standing: 'warning', unjudged: [] });
  expect(report.lines).toContainEqual({
    check: 'webhook',
    standing: 'warning',
    fact: expect.stringContaining('CODE_HOST_WEBHOOK_SECRET is not set'),
    next: expect.any(String),
  });

  const one = await doctor({ env }, ['--only', 'slug', '--only=database', '--json']);
  expect([one.code, JSON.parse(one.out).lines.map(({ check }: { check: string }) => check)]).toEqual([
    0,
    ['slug', 'database'],
  ]);
  simulator.control.clearRequests();
  expect((await doctor({ env }, ['--only', 'migrations'])).code).toBe(0);
  expect(simulator.control.count({})).toBe(0);
});

test('without a code host, points to setup in one line, and lists no check that was not run', async () => {
  const result = await doctor({ env: { PORT: String(await freePort()) } });
  expect(result.code).toBe(5);
  expect(result.out).toMatch(/^FAILURE {2}settings +No code host is configured.*\n +→ Run npx orgdesk setup/m);
  expect(result.out.match(/not checked because of settings/g)).toHaveLength(1);
  expect(result.out.split('\n').length).toBeLessThan(12);
});

test('names one cause of what was not checked once', async () => {
  const { env } = await setUp();
  const url = `http://127.0.0.1:${await freePort()}`;
  const result = await doctor({ env }, [], { CODE_HOST_URL: url, CODE_HOST_API_URL: `${url}/api` });
  expect(result.code).toBe(5);
  expect(result.out.match(/is unreachable/g)).toHaveLength(1);
  expect(result.out).toMatch(/^- +\d+ checks: not checked because of code-host$/m);
});

test.each([
  [{}, false],
  [{ FORCE_COLOR: '1' }, true],
  [{ FORCE_COLOR: '0' }, false],
  [{ NO_COLOR: '1' }, false],
])('has colours as %j says', async (env, hasColours) => {
  const result = await doctor({ env }, ['--only', 'settings']);
  expect(result.out.includes('\x1b[31m')).toBe(hasColours);
});

test('a note is ok for programs, with a mark', async () => {
  const { env } = await setUp();
  const { out, code } = await doctor({ env }, ['--only', 'callback', '--only', 'slug', '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(out).lines).toMatchObject([
    { check: 'slug', standing: 'ok' },
    { check: 'callback', standing: 'ok', note: true },
  ]);
  expect(JSON.parse(out).lines[0]).not.toHaveProperty('note');
});

test('ends with 2 for a check that there is not, naming the nearest', async () => {
  const result = await doctor({ env: {} }, ['--only', 'webhok']);
  expect([result.code, result.out]).toEqual([2, '']);
  expect(result.err).toBe('unknown check "webhok". Did you mean webhook? See orgdesk doctor --help.\n');
});

test('says after a while what is waited for, and ends in bounded time when the code host says nothing', async () => {
  const { env, simulator } = await setUp();
  simulator.control.fault({ kind: 'hang', match: { path: '/app' } });
  const result = await doctor({ env });
  expect(result.code).toBe(5);
  expect(result.err).toMatch(/^Waiting for (\w+, )?app, .* …\n/);
  expect(result.out).toMatch(/^FAILURE {2}app .*no complete response within 8000 ms/m);
});

/** Sends a Host header of another name, as in DNS rebinding. */
const statusFor = (url: string, host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = request(url, { headers: { host }, agent: false }, (answer) => resolve(answer.resume().statusCode));
    sent.once('error', reject).end();
  });

describe('a service that starts', () => {
  test('tells in its log what is wrong in the set-up, and starts nevertheless', async () => {
    const wrong = await setUp({ app: { permissions: { metadata: 'read' } } });
    const program = await serveFor(wrong, { CODE_HOST_CLIENT_SECRET: 'not-the-secret-of-anybody' });
    await expect.poll(() => program.out()).toContain('"check":"client-secret"');
    const lines = program
      .out()
      .split('\n')
      .filter((line) => line.includes('"check"'))
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { level: 'warn', check: 'client-secret', standing: 'failure', next: expect.stringContaining('client secret') },
      { level: 'warn', check: 'permissions', standing: 'failure', next: expect.stringMatching(/\/permissions;/) },
    ]);
    expect(program.out()).not.toContain('not-the-secret-of-anybody');
  });

  test('shows the checks to operators on the port of the metrics alone, and looks again after a minute at most', async () => {
    const healthy = await setUp();
    const port = await freePort();
    const program = await serveFor(healthy, { METRICS_PORT: String(port) });
    const url = `http://127.0.0.1:${port}/readyz?verbose`;
    const page = await fetchOnce(url);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(page.text).toMatch(/^Service\nok {7}settings .*\nok {7}listen .*orgdesk is listening\.\n/);
    expect(page.text).toMatch(/\n0 failures, 0 warnings, 4 notes, 29 ok\.\n$/);

    const calls = healthy.simulator.control.count({ path: '^/app$' });
    expect(calls).toBe(1);
    const json = await fetchOnce(url, { headers: { accept: 'application/json' } });
    expect(json.json).toMatchObject({ standing: 'ok', unjudged: [] });
    expect(healthy.simulator.control.count({ path: '^/app$' })).toBe(calls);

    for (const path of ['/readyz', '/readyz?verbosely', '/readyz/?verbose']) {
      expect((await fetchOnce(`http://127.0.0.1:${port}${path}`)).status).toBe(404);
    }
    const posted = await fetchOnce(url, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await fetchOnce(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(405);
    expect((await fetchOnce(url, { method: 'HEAD' })).status).toBe(200);
    for (const host of ['localhost', `LOCALHOST:${port}`, '[::1]:9', '10.0.0.7:1'])
      expect(await statusFor(url, host)).toBe(200);
    for (const host of [`evil.example:${port}`, '127.0.0.1.evil.example', '[evil]']) {
      expect([host, await statusFor(url, host)]).toEqual([host, 421]);
      expect([host, await statusFor(`http://127.0.0.1:${port}/metrics`, host)]).toEqual([host, 200]);
    }
    const open = await fetchOnce(`${healthy.baseUrl}/readyz?verbose`);
    expect([open.status, open.json]).toEqual([200, { ok: true }]);
    expect(program.out()).not.toContain('"check"');
  });
});
