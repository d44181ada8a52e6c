import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createClient } from '../../client/src/index.ts';
import { boundedFetch } from '../src/connection/bounded-fetch.ts';
import { serviceThat, writeEndlessly } from './support/service-that.ts';

const MIB = 1024 * 1024;
/** Limits that none of these tests reaches, unless it sets one. */
const FAR = { maxBytes: 2 * MIB, answerMs: 600_000, silenceMs: 600_000, streamMs: 600_000 };
const JSON_TYPE = { 'content-type': 'application/json' };
const LINES_TYPE = { 'content-type': 'application/x-ndjson' };
const PATH = { login: 'acme' };

/** A client of a service that answers so, and how many requests came. */
async function clientOf(limits: Partial<typeof FAR>, answer: (response: ServerResponse) => unknown) {
  const requests: unknown[] = [];
  const closed: unknown[] = [];
  const baseUrl = await serviceThat((request, response) => {
    requests.push(request.url);
    response.once('close', () => closed.push(request.url));
    void answer(response);
  });
  const client = createClient({ baseUrl, fetch: boundedFetch({ ...FAR, ...limits }) });
  return { client, requests, closed };
}

async function all<T>(lines: AsyncIterable<T>): Promise<readonly T[]> {
  const read: T[] = [];
  for await (const line of lines) read.push(line);
  return read;
}

test.each<readonly [string, (response: ServerResponse) => unknown]>([
  ['by its heading', (response) => response.writeHead(200, { ...JSON_TYPE, 'content-length': 3 * MIB }).write('{')],
  ['by what comes', (response) => writeEndlessly(response.writeHead(200, JSON_TYPE), ' '.repeat(MIB))],
  ['as a refusal', (response) => writeEndlessly(response.writeHead(400, JSON_TYPE), ' '.repeat(MIB))],
  [
    'after decompression',
    (response) =>
      response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(3 * MIB, ' '))),
  ],
])('an answer that is too large %s is not read, asked for again, or kept open', async (_how, answer) => {
  const { client, requests, closed } = await clientOf({}, answer);
  expect(await client.listOrganizations()).toMatchObject({ status: null, code: 'answer-too-large' });
  expect(requests).toHaveLength(1);
  await expect.poll(() => closed).toHaveLength(1);
});

test('an answer up to the limit is read, with its address, status and headings', async () => {
  const text = JSON.stringify({ error: 'x'.repeat(2 * MIB - 12) });
  const { client } = await clientOf({}, (response) => response.writeHead(409, JSON_TYPE).end(text));
  expect(await client.listOrganizations()).toMatchObject({ status: 409, error: 'x'.repeat(2 * MIB - 12) });
  const moved = await clientOf({}, (response) => response.writeHead(307, { location: '/elsewhere' }).end('moved'));
  expect(await moved.client.listOrganizations()).toMatchObject({ error: expect.stringContaining('127.0.0.1') });
});

test.each<readonly [string, (response: ServerResponse) => unknown]>([
  ['drips', (response) => writeEndlessly(response.writeHead(200, JSON_TYPE), ' ', 20)],
  ['begins and falls silent', (response) => response.writeHead(200, JSON_TYPE).write('{')],
  ['does not begin', () => {}],
])('an answer that %s ends with the time for it, and is not asked for again', async (_how, answer) => {
  const { client, requests, closed } = await clientOf({ answerMs: 300 }, answer);
  expect(await client.listOrganizations()).toMatchObject({ status: null, code: 'answer-too-slow' });
  expect(requests).toHaveLength(1);
  await expect.poll(() => closed).toHaveLength(1);
});

test('a list may take longer than an answer in one piece, and be larger', async () => {
  const line = `${JSON.stringify({ kind: 'people', people: [], total: 'x'.repeat(MIB) })}\n`;
  const { client } = await clientOf({ answerMs: 1_500, maxBytes: MIB }, async (response) => {
    response.writeHead(200, LINES_TYPE);
    for (let count = 0; count < 4; count += 1) {
      response.write(line);
      await delay(500);
    }
    response.end('{"kind":"end","isComplete":true}\n');
  });
  expect((await all(client.listPeople({ path: PATH }))).map(({ error }) => error)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
});

test.each<readonly [string, Partial<typeof FAR>]>([
  ['falls silent', { silenceMs: 1_000 }],
  ['drips', { streamMs: 1_500 }],
])('a list or file that %s ends with a failure', async (how, limits) => {
  const entry = '{"number":1}\n';
  const { client, closed } = await clientOf(limits, (response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).write(entry);
    return how === 'drips' ? writeEndlessly(response, ' ', 20) : null;
  });
  expect(await all(client.downloadAuditTrailNdjson({ path: PATH }))).toEqual([
    { data: { number: 1 }, status: 200 },
    expect.objectContaining({ code: 'answer-too-slow' }),
  ]);
  await expect.poll(() => closed).toHaveLength(1);
});

test('a reader who takes a while is no silence', async () => {
  const { client } = await clientOf({ silenceMs: 1_000 }, async (response) => {
    response.writeHead(200, { 'content-type': 'text/csv' }).write('number\n');
    response.end('1\n');
  });
  const file = await client.downloadAuditTrailCsv({ path: PATH });
  await delay(1_500);
  expect(await file.data?.text()).toBe('number\n1\n');
});
