import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { type BundledSimulatorSettings, startBundledSimulator } from '../../../src/operate/bundled-simulator.ts';
import { recordingLog } from '../../code-host/recording-log.ts';
import { freePort } from '../../support/service/ports.ts';

const { publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});

const settings = (more: Partial<BundledSimulatorSettings> = {}): BundledSimulatorSettings => ({
  port: 0,
  serviceUrl: 'http://localhost:3000',
  app: {
    id: '1',
    slug: 'orgdesk',
    clientId: 'Iv1.orgdesk',
    clientSecret: 'a-client-secret',
    publicKeyPem: publicKey,
    webhookSecret: 'a-webhook-secret',
  },
  ...more,
});

async function start(settings: BundledSimulatorSettings) {
  const log = recordingLog();
  const simulator = await startBundledSimulator(settings, log);
  onTestFinished(() => simulator.close());
  const { people } = await simulator.ready;
  return { simulator, people, log };
}

async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

test('once it is ready it knows the App and its callback, and is gone after close', async () => {
  const { simulator, people } = await start(settings({ port: await freePort() }));
  const authorize = new URL('/login/oauth/authorize', simulator.url);
  authorize.search = String(
    new URLSearchParams({ client_id: 'Iv1.orgdesk', redirect_uri: 'http://localhost:3000/api/auth' }),
  );

  expect((await fetch(authorize, { redirect: 'manual' })).status).toBe(200);
  expect((await fetch(`${simulator.apiUrl}/user`)).status).toBe(401);
  expect(people).toContainEqual({ login: 'ada', description: expect.stringContaining('acme') });
  expect(people.length).toBeGreaterThan(3);

  await simulator.close();
  await simulator.close();

  expect(await answers(simulator.url)).toBe(false);
});

test('a taken port is told in the log and another one used', async () => {
  const port = await takenPort();

  const { simulator, log } = await start(settings({ port }));

  expect(new URL(simulator.url).port).not.toBe(String(port));
  expect(await answers(simulator.url)).toBe(true);
  expect(log.lines).toEqual([expect.objectContaining({ level: 'warn', port })]);
});

test('a program that refuses its settings is a failure of the start, told without values', async () => {
  const log = recordingLog();
  const { app } = settings();

  const { ready } = await startBundledSimulator(settings({ app: { ...app, publicKeyPem: 'no key at all' } }), log);
  await expect(ready).rejects.toThrow('the bundled code host exited during startup');

  expect(JSON.stringify(log.lines)).not.toContain('no key at all');
  expect(JSON.stringify(log.lines)).toContain('SIMULATOR_APP_PUBLIC_KEY');
});

// In a process of its own, where a failure that nobody waits for ends it.
test('a service that gives up while the code host is starting says nothing of it', async () => {
  const source = (path: string) => JSON.stringify(new URL(`../../../src/${path}`, import.meta.url).href);
  const program = `
    const { readConfig } = await import(${source('operate/config/read-config.ts')});
    const { platformOf } = await import(${source('operate/commands/serve/code-host.ts')});
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const { close } = await platformOf(readConfig({ PORT: '${await freePort()}' }).value, log);
    await close();
    console.log('closed');
  `;

  expect(await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])).toEqual({
    stdout: 'closed\n',
    stderr: '',
  });
});

// Asks a parent process of its own, so that the environment and the death of a whole process can be seen.
async function startParent(
  env: NodeJS.ProcessEnv,
): Promise<{ readonly parent: ChildProcess; readonly url: string; readonly childEnvironment: string }> {
  const start = new URL('../../../src/operate/bundled-simulator.ts', import.meta.url);
  const program = `
    import { readFileSync, readdirSync } from 'node:fs';
    const { startBundledSimulator } = await import(${JSON.stringify(start.href)});
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const { url, ready } = await startBundledSimulator(${JSON.stringify(settings({ port: await freePort() }))}, log);
    await ready;
    const child = readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').trim().split(' ').at(-1);
    console.log(JSON.stringify({ url, childEnvironment: readFileSync('/proc/' + child + '/environ', 'utf8') }));
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void parent.kill('SIGKILL'));
  for await (const line of createInterface(parent.stdout)) return { parent, ...JSON.parse(line) };
  throw new Error('the parent ended before the simulator was ready');
}

// It reads the environment from /proc.
test.skipIf(process.platform !== 'linux')(
  'it sees its own settings and PATH and nothing else of the environment',
  async () => {
    const { childEnvironment } = await startParent({
      ...process.env,
      DATABASE_URL: 'postgres://secret',
      NODE_NO_WARNINGS: '1',
    });

    const names = childEnvironment.split('\0').flatMap((entry) => (entry === '' ? [] : [entry.split('=')[0]]));

    expect(names.filter((name) => !name?.startsWith('SIMULATOR_')).sort()).toEqual([
      'NODE_CHANNEL_FD',
      'NODE_CHANNEL_SERIALIZATION_MODE',
      'PATH',
    ]);
  },
);

test.skipIf(process.platform !== 'linux')('it ends when the service is killed without a chance to end it', async () => {
  const { parent, url } = await startParent({ PATH: process.env.PATH });
  expect(await answers(url)).toBe(true);

  parent.kill('SIGKILL');

  await expect.poll(() => answers(url)).toBe(false);
});
