import { request } from 'node:http';
import { type Simulator, startSimulator } from '@orgdesk/simulator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/engines.ts';
import { freePort } from '../support/ports.ts';
import { residentMegabytes, watch } from '../support/process-figures.ts';
import { type Program, runProgram, untilReady } from '../support/program.ts';
import { signatureFor } from '../support/webhooks.ts';

const MEGABYTE = 1024 * 1024;
const AT_ONCE = 100;
const TURNED_AWAY = 503;

describe.runIf(process.platform === 'linux')('a flood of webhooks', () => {
  let simulator: Simulator;
  let database: TestDatabase;
  let program: Program;
  let url = '';
  let secret = '';

  beforeAll(async () => {
    simulator = await startSimulator();
    database = await createDatabase('SQLite');
    const port = await freePort();
    const { app } = simulator;
    url = `http://localhost:${port}`;
    secret = app.webhookSecret ?? '';
    program = runProgram({
      env: {
        BASE_URL: url,
        PORT: String(port),
        DATABASE_URL: database.url,
        RECONCILE_MINUTES: 'off',
        CODE_HOST_URL: simulator.url,
        CODE_HOST_API_URL: simulator.apiUrl,
        CODE_HOST_APP_ID: String(app.id),
        CODE_HOST_APP_SLUG: app.slug,
        CODE_HOST_APP_PRIVATE_KEY: app.privateKeyPem ?? '',
        CODE_HOST_CLIENT_ID: app.clientId,
        CODE_HOST_CLIENT_SECRET: app.clientSecret,
        CODE_HOST_WEBHOOK_SECRET: secret,
        TOKEN_SECRET: 'a token secret of the program tests',
      },
    });
    await untilReady(program, url);
  });
  afterAll(async () => {
    await program.stop('SIGKILL');
    await simulator.close();
    await database.drop();
  });

  const send = (body: Buffer, signature: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': String(body.length),
        'x-github-event': 'ping',
        'x-hub-signature-256': signature,
      };
      const sending = request(`${url}/api/install/webhook`, { method: 'POST', headers, agent: false }, (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
      });
      // Who is turned away may be cut off before having read why.
      sending.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EPIPE' || error.code === 'ECONNRESET' ? resolve(TURNED_AWAY) : reject(error),
      );
      sending.end(body);
    });
  const flood = async (body: Buffer, signature: string) => {
    const before = residentMegabytes(program);
    const stop = watch(residentMegabytes, program);
    const statuses = await Promise.all(Array.from({ length: AT_ONCE }, () => send(body, signature)));
    const grown = stop() - before;
    return { statuses: new Set(statuses), grown };
  };

  test.each([
    ['that nobody signed right', 403, () => `sha256=${'0'.repeat(64)}`],
    ['that are signed', 200, (body: Buffer) => signatureFor(body, secret)],
  ] as const)(
    'of a hundred bodies of 5 MB at once %s takes bounded memory, and small ones get through',
    async (_what, status, sign) => {
      const body = Buffer.from(`{"zen":"${'x'.repeat(5 * MEGABYTE - 10)}"}`);
      const small = Buffer.from('{"zen":"small"}');
      for (let round = 0; round < 3; round += 1) {
        const [{ statuses, grown }, ...others] = await Promise.all([
          flood(body, sign(body)),
          ...Array.from({ length: 20 }, () => send(small, signatureFor(small, secret))),
        ]);
        expect(statuses).toContain(status);
        expect([...statuses].filter((found) => found !== status && found !== TURNED_AWAY)).toEqual([]);
        expect(new Set(others)).toEqual(new Set([200]));
        // At most 128 MB of bodies are read at once; the rest is what reading them takes.
        expect(grown).toBeLessThan(450);
      }
      // Everybody's share is given back.
      expect(await send(body, signatureFor(body, secret))).toBe(200);
    },
    60_000,
  );

  test('that never arrives keeps other large ones out only until it is cut', async () => {
    const stalled = Array.from({ length: 5 }, () =>
      request(`${url}/api/install/webhook`, {
        method: 'POST',
        agent: false,
        headers: {
          'content-type': 'application/json',
          'content-length': String(25 * MEGABYTE),
          'x-hub-signature-256': `sha256=${'0'.repeat(64)}`,
        },
      }),
    );
    for (const sending of stalled) sending.on('error', () => {}).write('{');
    const large = Buffer.from(`{"zen":"${'x'.repeat(5 * MEGABYTE)}"}`);
    const small = Buffer.from('{"zen":"small"}');
    await expect.poll(() => send(large, signatureFor(large, secret))).toBe(TURNED_AWAY);
    expect(await send(small, signatureFor(small, secret))).toBe(200);
    for (const sending of stalled) sending.destroy();
    await expect.poll(() => send(large, signatureFor(large, secret))).toBe(200);
  });

  test('of 25 MB of nested arrays is survived', async () => {
    const half = (25 * MEGABYTE) / 2 - 8;
    for (const body of [
      Buffer.from(`${'['.repeat(half)}${']'.repeat(half)}`),
      Buffer.from(`[${'[],'.repeat(8 * MEGABYTE)}0]`),
    ]) {
      expect(await send(body, signatureFor(body, secret))).toBe(400);
    }
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });
});
