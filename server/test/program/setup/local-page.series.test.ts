import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { emptyFolder } from '../../support/empty-folder.ts';
import { browse, hostWithoutApp, on, registerFrom, settingsIn, setUp } from './setting-up.ts';

test('the page on this machine is nobody else’s: other names, paths, methods, origins, states and codes get nothing', async () => {
  const [host, folder] = [await hostWithoutApp(), emptyFolder()];
  const program = setUp(folder, on(host));
  const page = await program.page();
  const state = new URL(/action="([^"]*)"/.exec((await browse(page)).text)?.[1] ?? '').searchParams.get('state') ?? '';
  const come = (query: Readonly<Record<string, string>>) => `${page.href}/registered?${new URLSearchParams(query)}`;
  const code = 'a'.repeat(40);

  const shown = await browse(page);
  expect(shown.status).toBe(200);
  expect(shown.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'origin',
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; style-src 'nonce-\w{32}'; base-uri 'none'; frame-ancestors 'none'$/,
    ),
  });
  expect((await browse(page)).headers['content-security-policy']).not.toBe(shown.headers['content-security-policy']);
  expect(shown.text).toContain(`nonce="${/nonce-(\w+)/.exec(String(shown.headers['content-security-policy']))?.[1]}"`);

  for (const strange of [`evil.example:${page.port}`, '127.0.0.1', `127.0.0.1.evil.example:${page.port}`]) {
    expect([strange, (await browse(page, { headers: { host: strange } })).status]).not.toEqual([strange, 200]);
    expect((await browse(come({ code, state }), { headers: { host: strange } })).status).not.toBe(200);
  }
  const other = new URL(page);
  for (const path of [
    '/',
    '/favicon.ico',
    `${page.pathname}x`,
    page.pathname.slice(0, -1),
    `${page.pathname}/`,
    `//${page.pathname}`,
  ]) {
    other.pathname = path;
    expect([path, (await browse(other)).status, (await browse(other)).text]).toEqual([path, 404, '']);
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    expect((await browse(come({ code, state }), { method, headers: { origin: 'https://evil.example' } })).status).toBe(
      405,
    );
  for (const mode of ['cors', 'no-cors', 'same-origin', 'websocket'])
    expect((await browse(come({ code, state }), { headers: { 'sec-fetch-mode': mode } })).status).toBe(403);
  for (const query of [
    {},
    { code },
    { state },
    { code, state: '' },
    { code, state: 'x'.repeat(64) },
    { code, state: state.slice(0, -1) },
    { code: '', state },
    { code: '../../user', state },
    { code: 'a b', state },
    { code: 'a'.repeat(201), state },
  ])
    expect((await browse(come(query))).status).toBe(400);
  expect((await browse(come({ code: 'a'.repeat(3_000), state }))).status).toBe(404);
  expect((await browse(come({ code, state }), { method: 'HEAD' })).status).toBe(200);
  expect(host.control.count({ method: 'POST' })).toBe(0);

  // Whatever floods the port: the page is still there, and nothing was taken.
  const flood = await Promise.allSettled(Array.from({ length: 300 }, () => browse(new URL('/flood', page))));
  expect(flood.some(({ status }) => status === 'fulfilled')).toBe(true);
  await expect.poll(async () => (await browse(page)).status).toBe(200);
  expect(await readdir(folder)).toEqual(['orgdesk.env.setup']);
  expect(program.out()).not.toContain(state);

  const back = await registerFrom(page);
  const [first, ...others] = await Promise.all([back, back, page].map((url) => browse(url).catch(() => null)));
  expect(first?.status).toBe(200);
  for (const late of others) expect([410, undefined]).toContain(late?.status);
  expect((await program.ended).code).toBe(0);
  await expect(browse(back)).rejects.toThrow('ECONNREFUSED');
  expect(host.control.count({ path: '^/app-manifests/' })).toBe(1);
  expect(settingsIn(await readFile(join(folder, 'orgdesk.env'), 'utf8')).CODE_HOST_APP_SLUG).toBe('the-desk');
});

test('connections that say nothing keep no browser out', async () => {
  const host = await hostWithoutApp();
  const program = setUp(emptyFolder(), on(host));
  const page = await program.page();
  const silent: Socket[] = [];
  onTestFinished(() => {
    for (const socket of silent) socket.destroy();
  });
  for (let count = 0; count < 40; count += 1) {
    const socket = connect(Number(page.port), '127.0.0.1').on('error', () => {});
    silent.push(socket);
    await once(socket, 'connect');
  }
  expect((await browse(page)).status).toBe(200);
  // The newest of them are still there: the page did not wait for their end.
  expect(silent.filter(({ destroyed, closed }) => !destroyed && !closed).length).toBeGreaterThan(0);
});
