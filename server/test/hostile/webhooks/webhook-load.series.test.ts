import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import type { Socket } from 'node:net';
import { type Simulator, startSimulator } from '@orgdesk/simulator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../support/databases/engines.ts';
import { deliver, MEGABYTE, signatureOf } from '../../support/deliver.ts';
import { inSeries, pieceOf } from '../../support/series.ts';
import { codeHostSettings } from '../../support/service/code-host-settings.ts';
import { freePort } from '../../support/service/ports.ts';
import { residentMegabytes, watch } from '../../support/service/process-figures.ts';
import { type Program, runProgram, untilReady } from '../../support/service/program.ts';
import { signatureFor } from '../../support/webhooks.ts';

const AT_ONCE = 100;
const TURNED_AWAY = 503;
const HALF = 12 * MEGABYTE;

const statusOf = (sending: ClientRequest): Promise<number> =>
  new Promise((resolve, reject) => {
    sending.once('error', reject).once('response', (response) => resolve(response.resume().statusCode ?? 0));
  });

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
        ...codeHostSettings(simulator),
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

  // A refused client that still sends after 30 seconds is disconnected before it reads the answer.
  const send = async (body: Buffer, signature: string): Promise<number> => {
    const outcome = await deliver({ url }, body, signature);
    if (outcome === 'EPIPE' || outcome === 'ECONNRESET') return TURNED_AWAY;
    if (typeof outcome === 'string') throw new Error(outcome);
    return outcome;
  };
  const flood = async (body: Buffer, signature: string) => {
    const before = residentMegabytes(program);
    const stop = watch(residentMegabytes, program);
    const statuses = await Promise.all(Array.from({ length: AT_ONCE }, () => send(body, signature)));
    const grown = stop() - before;
    return { statuses: new Set(statuses), grown };
  };

  test.each([
    ['that nobody signed right', 403, () => `sha256=${'0'.repeat(64)}`],
    ['that are signed', 200, (body: Buffer) => signatureOf(body, { webhookSecret: secret })],
  ] as const)(
    'of a hundred bodies of 5 MB at once %s takes bounded memory, and small ones get through',
    async (_what, status, sign) => {
      const body = Buffer.from(`{"zen":"${'x'.repeat(5 * MEGABYTE - 10)}"}`);
      const small = Buffer.from('{"zen":"small"}');
      for (let round = 0; round < inSeries(3, 1); round += 1) {
        const [{ statuses, grown }, ...others] = await Promise.all([
          flood(body, sign(body)),
          ...Array.from({ length: 20 }, () => send(small, signatureOf(small, { webhookSecret: secret }))),
        ]);
        expect(statuses).toContain(status);
        expect([...statuses].filter((found) => found !== status && found !== TURNED_AWAY)).toEqual([]);
        expect(new Set(others)).toEqual(new Set([200]));
        // At most 128 MB of bodies are read at once; the rest is what reading them takes.
        expect(grown).toBeLessThan(450);
      }
      // Everybody's share is given back.
      expect(await send(body, signatureOf(body, { webhookSecret: secret }))).toBe(200);
    },
  );

  test('that never arrives keeps nobody out, and is given up', async () => {
    const silent = Array.from({ length: 64 }, () =>
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
    const givenUp = Promise.all(silent.map((sending) => statusOf(sending)));
    for (const sending of silent) sending.write('{');
    const large = Buffer.from(`{"zen":"${'x'.repeat(5 * MEGABYTE)}"}`);
    for (let sent = 0; sent < 10; sent += 1) expect(await send(large, signatureFor(large, secret))).toBe(200);
    expect(new Set(await givenUp)).toEqual(new Set([408]));
    for (const sending of silent) sending.destroy();
  });

  test('in a million pieces takes no more memory than one in a few', async () => {
    const before = residentMegabytes(program);
    const stop = watch(residentMegabytes, program);
    const sending = request(`${url}/api/install/webhook`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` },
    });
    const status = statusOf(sending);
    sending.flushHeaders();
    const [socket]: Socket[] = await once(sending, 'socket');
    for (let sent = 0; sent < 100; sent += 1) {
      if (socket?.write('1\r\nx\r\n'.repeat(10_000)) === false) await once(socket, 'drain');
    }
    socket?.write('0\r\n\r\n');
    expect(await status).toBe(403);
    expect(stop() - before).toBeLessThan(150);
  });

  const shapes: readonly (readonly [what: string, text: () => string])[] = [
    ['nested arrays', () => `${'['.repeat(HALF)}${']'.repeat(HALF)}`],
    ['nested objects', () => `${'{"a":'.repeat(4 * MEGABYTE)}0${'}'.repeat(4 * MEGABYTE)}`],
    ['empty arrays', () => `[${'[],'.repeat(8 * MEGABYTE)}0]`],
    ['empty objects', () => `[${'{},'.repeat(8 * MEGABYTE)}0]`],
    ['numbers', () => `[${'0,'.repeat(12 * MEGABYTE)}0]`],
  ];
  test.each(pieceOf(shapes, 3))('of 25 MB of %s is refused before it is parsed', async (_what, text) => {
    const body = Buffer.from(text());
    const before = residentMegabytes(program);
    const stop = watch(residentMegabytes, program);
    expect(await send(body, signatureOf(body, { webhookSecret: secret }))).toBe(400);
    expect(await send(body, signatureFor('another body', secret))).toBe(403);
    expect(stop() - before).toBeLessThan(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });
});
