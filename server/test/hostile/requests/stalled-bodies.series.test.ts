import { connect, type Socket } from 'node:net';
import { type Endpoint, START_INVITATION_JOB } from '@orgdesk/contract';
import { ENDPOINTS } from '@orgdesk/contract/endpoints';
import { describe, expect, onTestFinished, test } from 'vitest';
import { JSON_BODIES } from '../../../src/lib/limits/http.ts';
import { signIn } from '../../program/configured.ts';
import { fetchOnce, type RequestHeaders } from '../../support/browser.ts';
import { residentMegabytes, watch } from '../../support/service/process-figures.ts';
import { startDemo } from '../../support/service/program.ts';
import { sharedService } from '../../support/service/shared-service.ts';

const BODY_BYTES = START_INVITATION_JOB.bodyMaxBytes;
const FITTING = Math.floor(JSON_BODIES.personBytes / BODY_BYTES);
const pathOf = ({ path }: Pick<Endpoint, 'path'>) => path.replaceAll(/\{\w+\}/g, 'acme');

interface Stalled {
  readonly socket: Socket;
  /** Resolves with the status it is answered, 0 without one. */
  readonly status: Promise<number>;
  /** Resolves when the system has taken what was sent. */
  readonly sent: Promise<void>;
}

/** Sends all of a body but its last byte, announced or in a chunk. */
function stall(url: string, path: string, headers: RequestHeaders, bytes: number, isChunked = false): Stalled {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  onTestFinished(() => void socket.destroy());
  const length = isChunked ? 'transfer-encoding: chunked' : `content-length: ${bytes}`;
  const lines = Object.entries({ host: 'x', 'content-type': 'application/json', ...headers });
  const head = `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}${length}\r\n\r\n`;
  const chunk = isChunked ? `${bytes.toString(16)}\r\n` : '';
  const sent = new Promise<void>((resolve) => {
    socket.write(head + chunk + ' '.repeat(bytes - 1), () => resolve());
    socket.once('close', () => resolve());
  });
  const status = new Promise<number>((resolve) => {
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
      const [, code] = /^HTTP\/1\.1 (\d{3})/.exec(answer) ?? [];
      if (code !== undefined) resolve(Number(code));
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(0));
  });
  return { socket, status, sent };
}

describe('bodies that stop before their end', () => {
  const service = sharedService();
  const jobs = pathOf(START_INVITATION_JOB);
  const invite = async (headers: RequestHeaders) => {
    const body = JSON.stringify({ userLogins: ['nobody'], more: ' '.repeat(500_000) });
    const sent = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
    const answer = await fetchOnce(`${service().url}/api/organizations/acme/mass-invite`, sent);
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), json: answer.json };
  };

  test.each([false, true])(
    'of one person take no more than their share, in all sessions; chunked: %s',
    async (isChunked) => {
      const sessions = [await service().signIn('ada'), await service().signIn('ada')] as const;
      const stalled = Array.from({ length: FITTING + 2 }, (_, index) =>
        stall(service().url, jobs, sessions[index % 2 === 0 ? 0 : 1].bearer, BODY_BYTES, isChunked),
      );
      const first = await Promise.race(stalled.map(({ status }) => status));
      expect(first).toBe(429);
      expect((await invite((await service().signIn('grace')).bearer)).status).toBe(403);
      const statuses = await Promise.all(stalled.map(({ status }) => status));
      expect(statuses.toSorted()).toEqual([...Array(FITTING).fill(408), 429, 429]);
      expect((await invite(sessions[0].bearer)).status).toBe(200);
    },
  );

  test('give their share back when their client goes away, and say when to come back', async () => {
    const { bearer } = await service().signIn('ada');
    const begin = async () => {
      const stalled = Array.from({ length: FITTING }, () => stall(service().url, jobs, bearer, BODY_BYTES));
      await Promise.all(stalled.map(({ sent }) => sent));
      return stalled;
    };
    /** Returns true if as many whole bodies as fit are read at once. */
    const allFit = async () => {
      const headers = { ...bearer, 'content-type': 'application/json' };
      const sent = { method: 'POST', headers, body: ' '.repeat(BODY_BYTES) };
      const answers = await Promise.all(
        Array.from({ length: FITTING }, () => fetchOnce(`${service().url}${jobs}`, sent)),
      );
      return answers.map(({ status }) => status);
    };
    for (let round = 0; round < 3; round += 1) {
      // A body that stalls for five seconds is given up, so each attempt begins its own.
      const refused = async () => {
        const stalled = await begin();
        // The service reads a body a little later than the system accepts it.
        let answer = await invite(bearer);
        for (let more = 0; more < 5 && answer.status === 200; more += 1) answer = await invite(bearer);
        for (const { socket } of stalled) socket.destroy();
        return answer;
      };
      await expect.poll(refused).toMatchObject({
        status: 429,
        retryAfter: '5',
        json: { error: 'Too many requests. Please try again in 5 seconds.' },
      });
      await expect.poll(allFit).toEqual(Array(FITTING).fill(400));
    }
  });

  test('of any endpoint are refused beyond what it declares, announced or not', async () => {
    const { bearer } = await service().signIn('ada');
    const reading = ENDPOINTS.filter(({ body, session }) => body !== undefined && session === 'needed');
    expect(reading.length).toBeGreaterThan(6);
    for (const { id, bodyMaxBytes = 8 * 1024, ...endpoint } of reading) {
      for (const isChunked of [false, true]) {
        const { status } = stall(service().url, pathOf(endpoint), bearer, bodyMaxBytes + 2, isChunked);
        expect([id, await status]).toEqual([id, 413]);
      }
    }
  });
});

describe.runIf(process.platform === 'linux')('four hundred connections of a member whose bodies lack a byte', () => {
  test('take bounded memory, and others are served meanwhile', async () => {
    const program = await startDemo({ NODE_OPTIONS: '--max-old-space-size=256' });
    onTestFinished(program.remove);
    const member = await signIn(program.url, 'grace');
    const other = await signIn(program.url, 'ada');
    const session = async () => (await fetch(`${program.url}/api/auth/session`, { headers: other })).status;
    expect(await session()).toBe(200);
    const before = residentMegabytes(program);
    const most = watch(residentMegabytes, program);
    const path = pathOf(START_INVITATION_JOB);
    const stalled = Array.from({ length: 400 }, () => stall(program.url, path, member, BODY_BYTES));
    const statuses = Promise.all(stalled.map(({ status }) => status));
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await session()).toBe(200);
    // Zero: cut before it had read why.
    for (const status of await statuses) expect([0, 408, 429]).toContain(status);
    expect(await session()).toBe(200);
    expect(most() - before).toBeLessThan(200);
  });
});
