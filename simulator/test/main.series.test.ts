import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readSettings } from '../src/settings.ts';

const PROGRAM = fileURLToPath(new URL('../src/main.ts', import.meta.url));

function start(environment: Record<string, string>, ...parameters: string[]) {
  const env = { ...process.env, SIMULATOR_PORT: '0', ...environment };
  const child = spawn(process.execPath, [PROGRAM, ...parameters], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function outcome(child: ChildProcess) {
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk) => (out += chunk));
  child.stderr?.on('data', (chunk) => (err += chunk));
  const [code] = await once(child, 'close');
  return { code, out, err };
}

async function firstLine(child: ChildProcess) {
  const [chunk] = await once(child.stdout ?? child, 'data');
  return JSON.parse(String(chunk));
}

test('says in one line of JSON that it listens, and stops on SIGTERM', async () => {
  const child = start({ SIMULATOR_KIND: 'enterprise-server' });
  const line = await firstLine(child);
  expect(line).toMatchObject({ ready: true, apiUrl: `${line.url}/api/v3` });
  expect(line.people).toContainEqual({ login: 'ada', description: expect.any(String) });
  expect((await fetch(`${line.url}/`)).status).toBe(200);
  child.kill('SIGTERM');
  expect((await outcome(child)).code).toBe(0);
});

test('a busy port is one clear line and exit code 1', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void blocker.close());
  await once(blocker, 'listening');
  const address = blocker.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  const { code, err } = await outcome(start({ SIMULATOR_PORT: port }));
  expect(code).toBe(1);
  expect(err).toBe(`simulator: port ${port} on 127.0.0.1 is already in use; set SIMULATOR_PORT to another one\n`);
});

test('bad settings are named together, without their values', async () => {
  const bad = { SIMULATOR_PORT: 'secret1', SIMULATOR_KIND: 'secret2', SIMULATOR_APP_PUBLIC_KEY: 'secret3' };
  const { code, out, err } = await outcome(start(bad));
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/SIMULATOR_PORT.*SIMULATOR_KIND.*SIMULATOR_APP_PUBLIC_KEY/);
  expect(err).not.toContain('secret');
});

test('setup and webhook URL follow the callback URL unless they are given', () => {
  const urlsOf = (environment: Record<string, string>) => {
    const settings = readSettings(environment);
    return 'options' in settings
      ? [settings.options.app?.setupUrl, settings.options.app?.webhookUrl]
      : settings.problems;
  };
  const [setup, webhook] = ['/api/install/callback', '/api/install/webhook'];
  expect(urlsOf({})).toEqual([`http://localhost:3000${setup}`, `http://localhost:3000${webhook}`]);
  const service = 'https://desk.example';
  const callback = { SIMULATOR_CALLBACK_URL: `${service}/api/auth` };
  expect(urlsOf(callback)).toEqual([`${service}${setup}`, `${service}${webhook}`]);
  const explicitUrls = { ...callback, SIMULATOR_SETUP_URL: 'http://a/b', SIMULATOR_WEBHOOK_URL: 'http://c/d' };
  expect(urlsOf(explicitUrls)).toEqual(['http://a/b', 'http://c/d']);
});

test('--help names every setting', async () => {
  const { code, out } = await outcome(start({}, '--help'));
  expect(code).toBe(0);
  expect(out.match(/^ {2}SIMULATOR_\w+/gm)).toHaveLength(14);
});

test('goes away with its parent when told to', async () => {
  const byPipe = start({ SIMULATOR_EXIT_WITH_PARENT: '1' });
  await firstLine(byPipe);
  byPipe.stdin?.end();
  expect(await once(byPipe, 'exit')).toEqual([0, null]);

  const env = { ...process.env, SIMULATOR_PORT: '0', SIMULATOR_EXIT_WITH_PARENT: '1' };
  const byChannel = fork(PROGRAM, { env, silent: true, execArgv: [] });
  onTestFinished(() => void byChannel.kill('SIGKILL'));
  await firstLine(byChannel);
  byChannel.disconnect();
  expect(await once(byChannel, 'exit')).toEqual([0, null]);
});
