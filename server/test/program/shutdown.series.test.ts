import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { SIGNAL_REPEAT_MS } from '../../src/lib/limits/operate.ts';
import { createBrowser, fetchOnce } from '../support/browser.ts';
import { freshDatabaseUrl } from '../support/databases/engines.ts';
import type { End, Program } from '../support/service/program.ts';
import { authorize, configuredHost, listens, readSession, runReady, signIn } from './configured.ts';

const CLIENTS = 8;

interface Outcome {
  /** Null when no answer arrived. */
  readonly status: number | null;
  readonly setCookies: readonly string[];
  /** True if the connection closed or failed before the first byte of an answer. */
  readonly refused: boolean;
}

/** The log but for what the checks at start found: the App here is one of tests, on an address of this machine. */
const withoutChecks = (log: string): string =>
  log
    .split('\n')
    .filter((line) => !line.includes('setup check failed'))
    .join('\n');

/** One request as a client with kept connections makes it. */
function ask(agent: Agent, url: string, headers: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    const failed = (answered: boolean, code: unknown) =>
      resolve({
        status: null,
        setCookies: [],
        refused: !answered && (code === 'ECONNREFUSED' || request.reusedSocket),
      });
    const request = get(url, { agent, headers }, (response: IncomingMessage) => {
      response.once('error', () => failed(true, null));
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? null,
          setCookies: response.headers['set-cookie'] ?? [],
          refused: false,
        }),
      );
      response.resume();
    });
    request.once('error', (error: NodeJS.ErrnoException) => failed(false, error.code));
  });
}

/** Asks again and again over one kept connection until nobody takes the request any more; every outcome but that one. */
async function askUntilRefused(url: string): Promise<readonly Outcome[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const outcomes: Outcome[] = [];
  for (;;) {
    const outcome = await ask(agent, url);
    if (outcome.refused) return outcomes;
    outcomes.push(outcome);
  }
}

test('SIGTERM under load: everything that was accepted is answered, also a sign-in that waits for the code host', async () => {
  const { simulator, env } = await configuredHost(await freshDatabaseUrl('SQLite'));
  const { program, url } = await runReady({ ...env, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' });
  const kept = new Agent({ keepAlive: true });
  onTestFinished(() => kept.destroy());
  const browser = createBrowser();
  const callback = await authorize(url, browser, 'ada', '?returnTo=/after');
  const hold = simulator.control.hold({ path: '/login/oauth/access_token' });
  const signingIn = ask(kept, callback, { cookie: await browser.jar.getCookieString(url) });
  await hold.arrived(1);
  const clients = Array.from({ length: CLIENTS }, () => askUntilRefused(`${url}/api/about`));
  await expect.poll(async () => (await ask(kept, `${url}/api/about`)).status).toBe(200);

  const ended = program.stop('SIGTERM');
  const outcomes = (await Promise.all(clients)).flat();
  expect(await listens(url)).toBe(false);
  hold.release();
  const signedIn = await signingIn;

  expect(await ended).toEqual({ code: 0, signal: null });
  expect(outcomes.length).toBeGreaterThan(CLIENTS);
  expect(outcomes.filter(({ status }) => status !== 200)).toEqual([]);
  expect(signedIn.status).toBe(302);
  const session = signedIn.setCookies.join('\n').match(/host_session=([0-9a-f]{64})/)?.[1];
  expect(withoutChecks(program.out()) + program.err()).toBe('');

  const { url: again } = await runReady(env);
  expect((await readSession(again, { authorization: `Bearer ${session}` })).status).toBe(200);
});

/** A delay that no test waits for. */
const LONG = '3600';

/** Waits until a second signal is no repetition of the first, then sends it. */
async function stopAgain(program: Program): Promise<End> {
  await delay(SIGNAL_REPEAT_MS + 100);
  return program.stop('SIGTERM');
}

/** As each way to ask for it is answered. */
async function readiness(url: string) {
  const { status, json } = await fetchOnce(`${url}/readyz`);
  for (const [address, method] of [
    ['/readyz', 'HEAD'],
    ['/readyz/', 'HEAD'],
    ['/readyz/', 'GET'],
  ] as const)
    expect((await fetchOnce(url + address, { method })).status, `${method} ${address}`).toBe(status);
  return [status, json];
}
const NOT_READY = [503, { error: 'The service is stopping.' }];

/** A connection that says something, and what is answered on it until it is closed. */
async function talk(port: number, text: string) {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(text);
  return { socket, closed, answer: () => answer };
}

test('from SIGTERM on it is not ready, and serves on with the last answer of each connection, until a second one', async () => {
  const { env, port } = await configuredHost(await freshDatabaseUrl('SQLite'));
  const { program, url } = await runReady({ ...env, SHUTDOWN_DELAY: LONG });
  const kept = await talk(port, 'GET /api/about HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(kept.answer).toContain('200 OK');
  expect(kept.answer()).toContain('keep-alive');

  const ended = program.stop('SIGTERM');
  await expect.poll(() => readiness(url)).toEqual(NOT_READY);
  const answers = await Promise.all(['/healthz', '/api/about', '/'].map((path) => fetchOnce(url + path)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.map(({ headers }) => headers.get('connection'))).toEqual(['close', 'close', 'close']);
  kept.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await kept.closed;
  expect(kept.answer().toLowerCase()).toMatch(/200 ok.*keep-alive.*200 ok.*connection: close/s);

  await stopAgain(program);
  expect(await ended).toEqual({ code: 0, signal: null });
});

test('a request whose first half arrived before SIGTERM is answered, as the last one of its connection', async () => {
  const { env, port } = await configuredHost(await freshDatabaseUrl('SQLite'));
  const { program, url } = await runReady({ ...env, SHUTDOWN_DELAY: LONG });
  const { socket, closed, answer } = await talk(port, 'GET /api/about HTTP/1.1\r\nHost: localhost\r\n');
  // Answered after the first half above was read: both came to the same process, one after the other.
  expect(await listens(url)).toBe(true);

  const ended = program.stop('SIGTERM');
  await expect.poll(() => readiness(url)).toEqual(NOT_READY);
  socket.write('\r\n');
  await closed;
  expect(answer()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer().toLowerCase()).toContain('\r\nconnection: close\r\n');

  await stopAgain(program);
  expect(await ended).toEqual({ code: 0, signal: null });
});

test('it closes by itself after SHUTDOWN_DELAY seconds', async () => {
  const { env } = await configuredHost(await freshDatabaseUrl('SQLite'));
  const { program } = await runReady({ ...env, SHUTDOWN_DELAY: '1' });

  expect(await program.stop('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(program.out()).toContain('"delayMs":1000');
});

const SENT_IN_PART = {
  body: 'POST /api/auth/logout HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n0123456789',
  webhook: `POST /api/install/webhook HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-Hub-Signature-256: sha256=${'a'.repeat(64)}\r\nContent-Length: 100000\r\n\r\n{`,
  head: 'GET /api/about HTTP/1.1\r\nHost: localhost\r\n',
};

test('what was sent in part and never goes on does not keep it, and makes it no failure', async () => {
  const { env, port } = await configuredHost(await freshDatabaseUrl('SQLite'));
  const { program, url } = await runReady(env);
  const connections = await Promise.all(Object.values(SENT_IN_PART).map((text) => talk(port, text)));
  expect(await listens(url)).toBe(true);

  expect(await program.stop('SIGTERM')).toEqual({ code: 0, signal: null });
  await Promise.all(connections.map(({ closed }) => closed));
});

/** A service that was told to stop while the code host makes a sign-in wait. */
async function stoppedWhileSigningIn(...signals: readonly NodeJS.Signals[]) {
  const { simulator, env } = await configuredHost(await freshDatabaseUrl('SQLite'));
  const { program, url } = await runReady(env);
  const browser = createBrowser();
  const callback = await authorize(url, browser, 'ada');
  const hold = simulator.control.hold({ path: '/login/oauth/access_token' });
  const signingIn = browser.request(callback).catch(() => null);
  await hold.arrived(1);
  for (const signal of signals) process.kill(program.pid, signal);
  await expect.poll(() => listens(url)).toBe(false);
  return { program, hold, signingIn };
}

test('two signals at once are one: what was accepted is still answered', async () => {
  const { program, hold, signingIn } = await stoppedWhileSigningIn('SIGTERM', 'SIGINT');
  hold.release();
  expect((await signingIn)?.status).toBe(302);
  expect(await program.ended).toEqual({ code: 0, signal: null });
});

test('a signal while it closes ends it at once, with code 1', async () => {
  const { program, hold, signingIn } = await stoppedWhileSigningIn('SIGTERM');
  expect(await stopAgain(program)).toEqual({ code: 1, signal: null });
  expect(await signingIn).toBeNull();
  hold.release();
});

test('SIGTERM while nothing happens ends it with code 0, kept connections or not', async () => {
  const { env } = await configuredHost(await freshDatabaseUrl('SQLite'));
  const { program, url } = await runReady(env);
  const kept = new Agent({ keepAlive: true });
  onTestFinished(() => kept.destroy());
  expect((await ask(kept, `${url}/api/about`)).status).toBe(200);

  expect(await program.stop('SIGTERM')).toEqual({ code: 0, signal: null });
});

test('SIGTERM in the middle of a mass invite: what was sent is waited for, and the rest answered as not tried [MI-29]', async () => {
  const { simulator, env } = await configuredHost(await freshDatabaseUrl('SQLite'));
  const { program, url } = await runReady({ ...env, LOG_LEVEL: 'warn' });
  const headers = { 'content-type': 'application/json', ...(await signIn(url, 'ada')) };
  const userLogins = Array.from({ length: 12 }, (_, index) => simulator.world.addUser({ login: `at-${index}` }).login);
  const hold = simulator.control.hold({ path: '/orgs/acme/invitations' });
  const body = JSON.stringify({ userLogins });
  const inviting = fetchOnce(`${url}/api/organizations/acme/mass-invite`, { method: 'POST', headers, body });
  await hold.arrived(5);

  const ended = program.stop('SIGTERM');
  await expect.poll(() => program.out()).toContain('invitations were interrupted');
  hold.release();
  expect(await inviting).toMatchObject({
    status: 200,
    json: {
      success: userLogins.slice(0, 5),
      failed: userLogins
        .slice(5)
        .map((login) => ({ login, error: 'Not sent: the service was stopping. Please try again.' })),
    },
  });
  expect(await ended).toEqual({ code: 0, signal: null });
});
