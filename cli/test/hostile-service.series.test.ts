import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { envOf, freshHome, ONE_SENTENCE, orgdesk, startOrgdesk } from './support/orgdesk.ts';
import { serviceThat, writeEndlessly } from './support/service-that.ts';

const JOB = '0123456789abcdef0123456789abcdef';
const MIB = 1024 * 1024;
const LINES_TYPE = { 'content-type': 'application/x-ndjson' };
const JSON_TYPE = { 'content-type': 'application/json' };
/** A list whose end does not come. */
const LISTS = ['people list acme', 'people list --all-organizations', 'access acme --person grace'];

const typeOf = ({ headers }: IncomingMessage) => ({ 'content-type': headers.accept ?? '' });

const job = (state: string) => ({
  id: JOB,
  kind: 'invitations',
  title: 'people.csv',
  state,
  reason: null,
  message: null,
  until: null,
  startedBy: 'ada',
  runBy: 'ada',
  createdAt: '2026-01-01T00:00:00.000Z',
  endedAt: state === 'done' ? '2026-01-01T00:00:01.000Z' : null,
  counts: { sent: 1 },
  progress: { done: 1, total: 1 },
  file: null,
});

/** Answers a job that has ended, and its rows so. */
const withRows = (rows: (response: ServerResponse, count: number) => unknown): RequestListener =>
  (() => {
    let count = 0;
    return (request: IncomingMessage, response: ServerResponse) => {
      if (request.url?.includes('/rows') === true) {
        count += 1;
        void rows(response.writeHead(200, JSON_TYPE), count);
      } else response.writeHead(200, JSON_TYPE).end(JSON.stringify({ job: job('done') }));
    };
  })();

const ROW = { row: 1, login: 'grace', email: null, outcome: 'sent', message: null, step: null };

test.each(['orgs', 'people list acme', 'audit export acme', 'access acme'])(
  'an answer without an end is one sentence to orgdesk %s',
  async (args) => {
    // Whatever was asked for, it is a refusal in one piece.
    const url = await serviceThat((_request, response) =>
      writeEndlessly(response.writeHead(400, JSON_TYPE), ' '.repeat(MIB)),
    );
    const [code, out, err] = await orgdesk(args.split(' '), await envOf(url));
    expect([code, out, err]).toEqual([1, '', expect.stringMatching(ONE_SENTENCE)]);
    expect(err).toContain(`${url} sent an answer of more than 64 MB`);
  },
);

test('an answer that says that it is too large is not waited for', async () => {
  const url = await serviceThat((_request, response) =>
    response.writeHead(200, { ...JSON_TYPE, 'content-length': 65 * MIB }).write('{'),
  );
  expect(await orgdesk(['whoami', '--json'], await envOf(url))).toEqual([
    1,
    '',
    `${JSON.stringify({ error: `${url} sent an answer of more than 64 MB, which was not read: check the address, or ask its operators.`, exitCode: 1 })}\n`,
  ]);
});

test.each(LISTS)('lines without an end do not fill the memory of orgdesk %s', async (args) => {
  const line = `${JSON.stringify({ kind: 'people', people: [], repositories: [], total: 'x'.repeat(MIB) })}\n`;
  const url = await serviceThat((_request, response) => writeEndlessly(response.writeHead(200, LINES_TYPE), line));
  const [code, out, err] = await orgdesk(args.split(' '), await envOf(url));
  expect([code, out, err]).toEqual([1, '', expect.stringMatching(ONE_SENTENCE)]);
  expect(err).toContain('a list of more than 64 MB');
});

test('an export prints no line of more than a megabyte, and every line before it', async () => {
  const url = await serviceThat((request, response) => {
    response.writeHead(200, typeOf(request)).end(`first\r\n${'x'.repeat(2 * MIB)}\r\n`);
  });
  expect(await orgdesk(['audit', 'export', 'acme'], await envOf(url))).toEqual([
    1,
    'first\r\n',
    'The service sent a line that does not end, which was not printed.\n',
  ]);
});

test.each([600, 999])('status %d, which no service has, is one sentence', async (status) => {
  const url = await serviceThat((_request, response) => response.writeHead(status, JSON_TYPE).end('[]'));
  const [code, out, err] = await orgdesk(['orgs'], await envOf(url));
  expect([code, out, err]).toEqual([1, '', `${url} answered with the status ${status}: check the address.\n`]);
});

test('rows of a job whose pages repeat, or do not end, are one sentence', async () => {
  const page = (next: number, more = '') => JSON.stringify({ rows: [{ ...ROW, message: more }], next });
  const watch = async (rows: Parameters<typeof withRows>[0]) => {
    const [code, out, err] = await orgdesk(
      ['jobs', 'watch', 'acme', JOB, '--json'],
      await envOf(await serviceThat(withRows(rows))),
    );
    const last = JSON.parse(err.trimEnd().split('\n').at(-1) ?? '');
    return [code, out, last.error];
  };
  const wrong = [1, '', expect.stringMatching(/^The pages of the list do not come to an end, so it is not complete\./)];
  expect(await watch((response) => response.end(page(7)))).toEqual(wrong);
  expect(await watch((response, count) => response.end(page(count % 3)))).toEqual(wrong);
  expect(await watch((response, count) => response.end(page(count, 'x'.repeat(MIB))))).toEqual([
    1,
    '',
    expect.stringContaining('a list of more than 64 MB'),
  ]);
});

test('a sign-in whose service names no pause and no end is neither polled without a pause nor kept waiting', async () => {
  let polls = 0;
  const url = await serviceThat((request, response) => {
    const isStart = request.url?.endsWith('/token') !== true;
    if (!isStart) polls += 1;
    const device = {
      device_code: 'd',
      user_code: 'CODE',
      verification_uri: 'http://a.test',
      interval: 0,
      expires_in: 2,
    };
    response.writeHead(isStart ? 200 : 400, JSON_TYPE);
    response.end(JSON.stringify(isStart ? device : { error: 'Wait.', code: 'authorization_pending' }));
  });
  const [code, , err] = await orgdesk(['login', '--url', url], { HOME: await freshHome() });
  expect([code, err]).toEqual([1, expect.stringMatching(/\nThe code has expired: run orgdesk login again\.\n$/)]);
  expect(polls).toBeLessThanOrEqual(3);
});

// Windows has no such signals.
const INTERRUPTED = test.skipIf(process.platform === 'win32');

/** Interrupts a program as soon as it has asked, and tells how long it then took. */
async function interrupt(args: readonly string[], env: Readonly<Record<string, string>>, asked: Promise<unknown>) {
  const program = startOrgdesk(args, env);
  await Promise.race([asked, program.ended]);
  await delay(100);
  const { code } = await program.stop('SIGINT');
  return { code, err: program.err() };
}

/** Resolves at the first request for which `isIt` holds. */
function withRequest(answer: RequestListener, isIt: (request: IncomingMessage) => boolean = () => true) {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const listener: RequestListener = (request, response) => {
    answer(request, response);
    if (isIt(request)) resolve(null);
  };
  return { listener, asked: promise };
}

const AGAIN = 'Interrupted. To start over, run the command again.';

INTERRUPTED.each([
  ['orgs', AGAIN],
  ['people list acme', AGAIN],
  ['audit export acme', AGAIN],
  [`jobs watch acme ${JOB}`, AGAIN],
  [
    'access acme --export',
    'It is not known whether the job was started. Before you run this again, see orgdesk jobs list acme.',
  ],
])('Ctrl-C ends orgdesk %s at once while an answer drips, and says how to go on', async (args, last) => {
  const { listener, asked } = withRequest((request, response) =>
    writeEndlessly(response.writeHead(200, typeOf(request)), ' ', 50),
  );
  const { code, err } = await interrupt(args.split(' '), await envOf(await serviceThat(listener)), asked);
  expect([code, err]).toEqual([130, `\n${last}\n`]);
});

INTERRUPTED('Ctrl-C ends the paging of rows at once, and says how to get them', async () => {
  const rows = withRows(async (response, count) => {
    await delay(50);
    response.end(JSON.stringify({ rows: [ROW], next: count }));
  });
  const { listener, asked } = withRequest(rows, ({ url }) => url?.includes('/rows') === true);
  const env = await envOf(await serviceThat(listener));
  const { code, err } = await interrupt(['jobs', 'watch', 'acme', JOB, '--json'], env, asked);
  const error = `The job has ended. To get its results: orgdesk jobs watch acme ${JOB}`;
  expect([code, err.trimEnd().split('\n').at(-1)]).toEqual([130, JSON.stringify({ error, exitCode: 130 })]);
});

INTERRUPTED('Ctrl-C during a download names the file that is not complete', async () => {
  const listener: RequestListener = (request, response) =>
    writeEndlessly(response.writeHead(200, typeOf(request)), 'a,b\r\n', 20);
  const env = await envOf(await serviceThat(listener));
  const file = join(env.HOME, 'trail.csv');
  const hasBegun = expect.poll(async () => (await stat(file).catch(() => null))?.size ?? 0).toBeGreaterThan(0);
  const args = ['audit', 'export', 'acme', '--output', file];
  const { code, err } = await interrupt(args, env, hasBegun);
  expect([code, err]).toEqual([130, `\n${file} is not complete: run the command again.\n`]);
});

INTERRUPTED('Ctrl-C ends a connection that is not answered at once', async () => {
  // Without an answer to its first words, a connection is never encrypted, and no request is sent.
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    resolve(null);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const env = await envOf(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { code, err } = await interrupt(['orgs'], env, promise);
  expect([code, err]).toEqual([130, `\n${AGAIN}\n`]);
});
