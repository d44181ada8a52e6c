import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { emptyFolder } from '../../support/empty-folder.ts';
import { freePort } from '../../support/service/ports.ts';
import { untilReady } from '../../support/service/program.ts';
import { listens, run } from '../configured.ts';

/** Accepts connections and never says a word. */
async function occupy(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return server;
}

/** Runs it in an empty folder until it gives up; what it said. */
async function refusal(env: Readonly<Record<string, string>>) {
  const port = await freePort();
  const folder = emptyFolder();
  const program = run({ env: { PORT: String(port), ...env }, folder });
  const { code } = await program.ended;
  const listening = [await listens(`http://127.0.0.1:${port}`), await listens(`http://127.0.0.1:${port + 1}`)];
  return { code, port, err: program.err(), out: program.out(), listening, files: await readdir(folder) };
}

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});

/** Complete settings of a code host that nobody asks before the service has started. */
const CONFIGURED = {
  CODE_HOST_APP_ID: '1',
  CODE_HOST_APP_SLUG: 'orgdesk',
  CODE_HOST_APP_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n'),
  CODE_HOST_CLIENT_ID: 'Iv1.orgdesk',
  CODE_HOST_CLIENT_SECRET: 'value-of-the-client-secret',
  CODE_HOST_WEBHOOK_SECRET: 'value-of-the-webhook-secret',
  TOKEN_SECRET: 'value-of-the-secret-that-seals-tokens',
} as const;

const NOTHING_LISTENS = [false, false];

test('production without a code host is refused, naming what to set', async () => {
  const { code, err, out, listening } = await refusal({ NODE_ENV: 'production' });

  expect([code, out, listening]).toEqual([1, '', NOTHING_LISTENS]);
  expect(err.split('\n').filter((line) => line.startsWith('  - '))).toHaveLength(1);
  for (const name of ['APP_ID', 'APP_SLUG', 'APP_PRIVATE_KEY', 'CLIENT_ID', 'CLIENT_SECRET']) {
    expect(err).toContain(`CODE_HOST_${name}`);
  }
});

test('half a code host is refused, naming everything that is missing and no value', async () => {
  const { code, err, out, listening } = await refusal({
    CODE_HOST_CLIENT_ID: 'value-of-the-client-id',
    CODE_HOST_CLIENT_SECRET: 'value-of-the-client-secret',
    CODE_HOST_URL: 'value of the address',
    SESSION_SECRET: 'value-too-short',
  });

  expect([code, out, listening]).toEqual([1, '', NOTHING_LISTENS]);
  expect(err.match(/[A-Z_]{5,}(?= is missing)/g)).toEqual([
    'CODE_HOST_APP_ID',
    'CODE_HOST_APP_SLUG',
    'CODE_HOST_APP_PRIVATE_KEY',
    'TOKEN_SECRET',
  ]);
  expect(err).toContain('CODE_HOST_URL must be');
  expect(err).toContain('SESSION_SECRET must have');
  expect(err).not.toMatch(/value[- ]/);
});

test('a port in use is told in one line that names PORT', async () => {
  const port = await freePort();
  await occupy(port);

  const { code, err, files } = await refusal({ PORT: String(port), LOG_LEVEL: 'silent' });

  expect([code, err]).toEqual([
    1,
    `orgdesk could not start: Port ${port} is already in use. Stop the other program, or set PORT.\n`,
  ]);
  expect(files).toEqual([]);
  expect(await listens(`http://127.0.0.1:${port + 1}`)).toBe(false);
});

test('a port in use leaves no database file behind', async () => {
  const [port, folder] = [await freePort(), emptyFolder()];
  await occupy(port);

  const program = run({ env: { ...CONFIGURED, PORT: String(port) }, folder });
  expect((await program.ended).code).toBe(1);
  expect(await readdir(folder)).toEqual([]);
});

test('a metrics port in use is told in one line that names METRICS_PORT', async () => {
  const metricsPort = await freePort();
  await occupy(metricsPort);

  const { code, err, listening, files } = await refusal({ ...CONFIGURED, METRICS_PORT: String(metricsPort) });

  expect([code, err, listening]).toEqual([
    1,
    `orgdesk could not start: Port ${metricsPort} is already in use. Stop the other program, or set METRICS_PORT.\n`,
    NOTHING_LISTENS,
  ]);
  expect(files).toEqual([]);
});

test('a simulated code host whose port is in use takes another one', async () => {
  const port = await freePort();
  await occupy(port + 1);

  const program = run({ env: { PORT: String(port) }, folder: emptyFolder() });
  await untilReady(program, `http://localhost:${port}`);

  const { codeHost } = (await fetchOnce(`http://localhost:${port}/api/about`)).json as { codeHost: { url: string } };
  expect(new URL(codeHost.url).port).not.toBe(String(port + 1));
  expect((await fetchOnce(codeHost.url)).status).toBe(200);
});

test('an address that is not this machine is told in one line that names HOST', async () => {
  // Set aside for documentation: no machine has it.
  const { code, err } = await refusal({ ...CONFIGURED, HOST: '192.0.2.1' });

  expect(code).toBe(1);
  expect(err).toMatch(/^orgdesk could not start: .*HOST.*\n$/);
});

test('a metrics address that is not this machine is told in one line that names METRICS_HOST', async () => {
  for (const address of ['192.0.2.1', 'no-such-host.invalid']) {
    const metricsPort = String(await freePort());
    const { code, err } = await refusal({ ...CONFIGURED, METRICS_PORT: metricsPort, METRICS_HOST: address });

    expect(code).toBe(1);
    expect(err).toMatch(
      /^orgdesk could not start: orgdesk cannot listen on the address in METRICS_HOST and METRICS_PORT .*\n$/,
    );
  }
});

test('a database file that cannot be made is told in one line that names DATABASE_URL', async () => {
  const folder = emptyFolder();
  await writeFile(join(folder, 'file'), 'not a folder');

  const { code, err, listening } = await refusal({
    ...CONFIGURED,
    DATABASE_URL: `sqlite:${join(folder, 'file', 'orgdesk.db')}`,
  });

  expect([code, listening]).toEqual([1, NOTHING_LISTENS]);
  expect(err).toMatch(/^orgdesk could not start: The database file cannot be created: .+ Set DATABASE_URL .+\n$/);
});

test('a database file that is something else is told in one line, and left as it is', async () => {
  const folder = emptyFolder();
  const path = join(folder, 'letter.txt');
  const letter = 'Dear reader, this is no database, and longer than the header of one would be. '.repeat(20);
  await writeFile(path, letter);

  const { code, err, listening } = await refusal({ ...CONFIGURED, DATABASE_URL: `sqlite:${path}` });

  expect([code, listening]).toEqual([1, NOTHING_LISTENS]);
  expect(err).toMatch(/^orgdesk could not start: the database in DATABASE_URL cannot be used: .+\n$/);
  expect(await readFile(path, 'utf8')).toBe(letter);
});

test('a database of another program is told in one line, and left as it is', async () => {
  const path = join(emptyFolder(), 'other.db');
  const other = new DatabaseSync(path);
  other.exec('create table bookmarks (id integer)');
  other.close();
  const before = await readFile(path);

  const { code, err, listening } = await refusal({ ...CONFIGURED, DATABASE_URL: `sqlite:${path}` });

  expect([code, listening]).toEqual([1, NOTHING_LISTENS]);
  expect(err).toBe(
    'orgdesk could not start: the database in DATABASE_URL cannot be used: it belongs to another program: it contains the tables bookmarks.\n',
  );
  expect((await readFile(path)).equals(before)).toBe(true);
});

test.each([
  ['refuses connections', async () => freePort()],
  [
    'accepts connections and says nothing',
    async () => {
      const port = await freePort();
      await occupy(port);
      return port;
    },
  ],
])('a PostgreSQL that %s is told in one line without its password', async (_what, portOf) => {
  const url = `postgres://orgdesk:value-of-the-password@127.0.0.1:${await portOf()}/orgdesk`;

  const { code, err, out, listening } = await refusal({ ...CONFIGURED, DATABASE_URL: url });

  expect([code, listening]).toEqual([1, NOTHING_LISTENS]);
  expect(err).toMatch(/^orgdesk could not start: The database cannot be used: .+ Check DATABASE_URL.+\n$/);
  expect(out + err).not.toContain('value-of');
});
