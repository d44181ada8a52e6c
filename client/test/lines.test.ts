import type { PeopleLine } from '@orgdesk/contract';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Service, startService } from '../../server/test/support/service/start-service.ts';
import { createClient, type Outcome } from '../src/index.ts';

type LinesFetch = typeof globalThis.fetch;

let service: Service;
let token: string;
beforeAll(async () => {
  service = await startService();
  token = (await service.signIn('ada')).id;
});
afterAll(() => service.close());

const clientBy = (fetch?: LinesFetch) =>
  createClient({ baseUrl: service.url, sessionToken: token, retries: 0, ...(fetch === undefined ? {} : { fetch }) });
const path = { login: 'acme' };

async function all<T>(lines: AsyncIterable<T>): Promise<readonly T[]> {
  const read: T[] = [];
  for await (const line of lines) read.push(line);
  return read;
}

/** Answers each request with these pieces; the last one may be followed by an error of the connection. */
const answering = (pieces: readonly (string | Uint8Array)[], breaksOff = false): LinesFetch => {
  return async () => {
    const left = [...pieces];
    const body = new ReadableStream<Uint8Array>({
      pull(stream) {
        const piece = left.shift();
        if (piece !== undefined) stream.enqueue(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece);
        else if (breaksOff) stream.error(new TypeError('network error'));
        else stream.close();
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson; charset=utf-8' } });
  };
};

const person = (name: string) => ({ id: 1, login: 'one', name, avatarUrl: null, role: 'member' });
const people = { kind: 'people', people: [person('Zoë 🦊')], total: 1 };
const end = { kind: 'end', isComplete: true };
const line = (value: unknown) => `${JSON.stringify(value)}\n`;
const received = (value: unknown) => ({ data: value, status: 200 });
const BROKEN_OFF = {
  error: 'The list broke off before its end. Please try again.',
  status: null,
  retryAfterSeconds: null,
  code: 'broken-off',
};

test('a list is read line by line, each an outcome with its type', async () => {
  const kinds: PeopleLine['kind'][] = [];
  const logins: string[] = [];
  for await (const { data, error } of clientBy().listPeople({ path, query: { teams: 'true' } })) {
    expect(error).toBeUndefined();
    if (data?.kind === 'people') logins.push(...data.people.map(({ login }) => login));
    if (data !== undefined) kinds.push(data.kind);
  }
  expect(kinds).toEqual(['people', 'people', 'second-factors', 'team', 'team', 'team', 'end']);
  expect(logins).toEqual(expect.arrayContaining(['ada', 'grace']));
});

test('a refusal is the only outcome, with its sentence', async () => {
  expect(await all(clientBy().reviewPeople({ path: { login: 'northwind' } }))).toEqual([
    {
      error: 'This organization was not found, or you are not a member of it.',
      status: 404,
      retryAfterSeconds: null,
    },
  ]);
  const limited: LinesFetch = async () =>
    Response.json({ error: 'Later.' }, { status: 429, headers: { 'Retry-After': '10' } });
  expect(await all(clientBy(limited).listPeople({ path }))).toEqual([
    { error: 'Later.', status: 429, retryAfterSeconds: 10 },
  ]);
  const page: LinesFetch = async () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } });
  expect(await all(clientBy(page).listPeople({ path }))).toMatchObject([{ status: 200, error: expect.any(String) }]);
  const nowhere: LinesFetch = () => Promise.reject(new TypeError('network error'));
  expect(await all(clientBy(nowhere).listPeople({ path }))).toMatchObject([
    { status: null, error: expect.any(String) },
  ]);
});

test.each([
  ['in pieces of one byte', [...new TextEncoder().encode(line(people) + line(end))].map((byte) => Uint8Array.of(byte))],
  ['all at once', [line(people) + line(end)]],
  ['with empty lines and without the last line end', ['\n', line(people), '\r\n', JSON.stringify(end)]],
])('lines may come %s', async (_how, pieces) => {
  expect(await all(clientBy(answering(pieces)).listPeople({ path }))).toEqual([received(people), received(end)]);
});

test.each<readonly [string, LinesFetch]>([
  ['without its last line', answering([line(people)])],
  ['in the middle of a line', answering([line(people), line(end).slice(0, 9)])],
  ['with the connection', answering([line(people)], true)],
  ['into something else', answering([line(people), '<html>\n'])],
])('a list that ends %s is told as broken off', async (_how, fetch) => {
  expect(await all(clientBy(fetch).listPeople({ path }))).toEqual([received(people), BROKEN_OFF]);
});

test('lines that have no last one by themselves are whole when the answer is', async () => {
  const entry = { number: 1 };
  const lines = clientBy(answering([line(entry)])).downloadAuditTrailNdjson({ path });
  expect(await all(lines)).toEqual([received(entry)]);
  const broken = clientBy(answering([line(entry)], true)).downloadAuditTrailNdjson({ path });
  expect(await all(broken)).toEqual([received(entry), BROKEN_OFF]);
});

test('the request ends with its reader, and an aborted one throws', async () => {
  const { world, control } = service.simulator;
  for (let index = 0; index < 250; index += 1) {
    world.addUser({ login: `many-${index}` });
    world.addMembership({ organization: 'acme', login: `many-${index}` });
  }
  const hold = control.hold({ operation: 'OrganizationMembers' });
  onTestFinished(() => hold.release());
  const read = async (stop?: AbortController) => {
    const seen: Outcome<PeopleLine>[] = [];
    for await (const outcome of clientBy().listPeople({
      path,
      ...(stop === undefined ? {} : { signal: stop.signal }),
    })) {
      seen.push(outcome);
      if (stop === undefined) break;
      stop.abort(new Error('stopped'));
    }
    return seen;
  };
  const left = read();
  await hold.arrived(1);
  hold.releaseSome(1);
  expect(await left).toHaveLength(1);
  const givenUp = () =>
    control
      .requests({ operation: 'OrganizationMembers' })
      .filter(({ status, endedAt }) => status === null && endedAt !== null).length;
  await expect.poll(givenUp).toBe(1);
  const aborted = read(new AbortController());
  await hold.arrived(3);
  hold.releaseSome(2);
  await expect(aborted).rejects.toThrow('stopped');
  await expect.poll(givenUp).toBe(2);
});
