import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AboutAnswer } from '@orgdesk/contract';
import { expect, onTestFinished, test } from 'vitest';
import { createBrowser, fetchOnce } from '../../support/browser.ts';
import { createDatabase } from '../../support/databases/engines.ts';
import { type DemoProgram, runProgram, startDemo, untilReady } from '../../support/service/program.ts';
import { authorize, configuredHost, listens, readSession, runReady, signIn } from '../configured.ts';

async function demo(ownGroup = false): Promise<DemoProgram & { readonly about: AboutAnswer }> {
  const program = await startDemo({}, { ownGroup });
  onTestFinished(program.remove);
  const about = (await fetchOnce(`${program.url}/api/about`)).json as AboutAnswer;
  return { ...program, about };
}

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

test('without settings it says where it is and who can sign in, and serves the page', async () => {
  const { url, out, err, about } = await demo();
  await expect.poll(out).toContain('Press Ctrl+C to stop');

  expect(out()).toContain(`Open            ${url}\n`);
  expect(out()).toContain(`Simulated host  ${about.codeHost.url}\n`);
  expect(about.codeHost.demoPeople?.length).toBeGreaterThan(3);
  for (const { login, description } of about.codeHost.demoPeople ?? []) {
    expect(out()).toMatch(new RegExp(`^ +${login} +${RegExp.escape(description)}$`, 'm'));
  }
  expect(await listens(about.codeHost.url)).toBe(true);
  const page = await fetchOnce(url);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.text).toContain('<title>orgdesk</title>');
  expect((await fetchOnce(`${url}/healthz`)).status).toBe(200);
  expect(err()).toBe('');
});

test('without settings people sign in through the simulated code host, and the data is for this user only', async () => {
  const { url, folder } = await demo();
  const browser = createBrowser();

  const callback = await browser.request(await authorize(url, browser, 'ada', '?returnTo=/somewhere'));

  expect([callback.status, callback.location]).toEqual([302, '/somewhere']);
  const list = await browser.request(`${url}/api/organizations`);
  expect(list.text).toContain('"login":"acme"');
  expect(await modeOf(join(folder, 'data'))).toBe('700');
  expect(await modeOf(join(folder, 'data', 'demo.db'))).toBe('600');
  expect(await modeOf(join(folder, 'data', 'demo.db-wal'))).toBe('600');
});

test('SIGTERM ends it with code 0, and the simulated code host with it', async () => {
  const { url, about, stop, out, err } = await demo();

  expect(await stop('SIGTERM')).toEqual({ code: 0, signal: null });

  expect([await listens(url), await listens(about.codeHost.url)]).toEqual([false, false]);
  expect(out()).not.toContain('"level":"error"');
  expect(err()).toBe('');
});

test.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM'] as const)(
  '%s to both programs at once, as a terminal sends it, ends both without an error',
  async (signal) => {
    const { url, about, pid, ended, out, err } = await demo(true);

    process.kill(-pid, signal);

    expect(await ended).toEqual({ code: 0, signal: null });
    expect([await listens(url), await listens(about.codeHost.url)]).toEqual([false, false]);
    expect(out()).not.toContain('"level":"error"');
    expect(err()).toBe('');
  },
);

test('killed without a chance to clean up, it leaves no simulated code host behind', async () => {
  const { about, stop } = await demo();

  expect(await stop('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });

  await expect.poll(() => listens(about.codeHost.url)).toBe(false);
});

test('a second start on the same data works, and sessions of the first have simply ended', async () => {
  const { url, folder, stop } = await demo();
  const earlier = await signIn(url, 'ada');
  expect((await readSession(url, earlier)).status).toBe(200);
  await stop('SIGKILL');

  const second = runProgram({ env: { PORT: new URL(url).port }, folder });
  onTestFinished(async () => void (await second.stop()));
  await untilReady(second, url);

  const answer = await readSession(url, earlier);
  expect([answer.status, answer.json]).toEqual([401, { authenticated: false, session: null }]);
  expect((await readSession(url, await signIn(url, 'ada'))).status).toBe(200);
});

test('a start without a webhook secret says that webhooks will be accepted unchecked [U-13]', async () => {
  const database = await createDatabase('SQLite');
  onTestFinished(database.drop);
  const { env } = await configuredHost(database.url);
  const { program } = await runReady({ ...env, CODE_HOST_WEBHOOK_SECRET: '' });
  await expect.poll(() => program.out()).toContain('CODE_HOST_WEBHOOK_SECRET is not set: webhooks are accepted');
});
