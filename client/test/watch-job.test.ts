import type { Job } from '@orgdesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../../server/test/support/service/start-service.ts';
import { createTimeLimit } from '../../server/test/support/time-limit.ts';
import { createClient } from '../src/index.ts';

type JobFetch = typeof globalThis.fetch;
type Seen = readonly [state: Job['state'] | undefined, sent: number | undefined, error?: string];

let service: Service;
let token: string;
beforeAll(async () => {
  service = await startService();
  token = (await service.signIn('ada')).id;
});
afterAll(() => service.close());

const clientBy = (fetch?: JobFetch) =>
  createClient({ baseUrl: service.url, sessionToken: token, ...(fetch === undefined ? {} : { fetch }) });

const PATIENT = { timeout: 30_000 };
/** Pauses between two questions, and how long the first event may take, as the client has them. */
const POLL_INTERVAL_MS = 3_000;
const FIRST_EVENT_MS = 5_000;

/** A job of two, and everything its watcher is told. */
async function watch(key: string, fetch?: JobFetch) {
  for (const login of [`${key}-1`, `${key}-2`]) service.simulator.world.addUser({ login });
  const rows = [{ login: `${key}-1` }, { login: `${key}-2` }];
  const { data } = await clientBy().startInvitationJob({ path: { login: 'acme' }, body: { key, rows } });
  const path = { login: 'acme', id: data?.job.id ?? '' };
  const [pauses, firstEvents] = [createTimeLimit(POLL_INTERVAL_MS), createTimeLimit(FIRST_EVENT_MS)];
  const seen: Seen[] = [];
  const stop = new AbortController();
  const watching = (async () => {
    for await (const { data: answer, error } of clientBy(fetch).watchJob({ path, signal: stop.signal })) {
      const now: Seen =
        error === undefined ? [answer?.job.state, answer?.job.counts.sent] : [undefined, undefined, error];
      // Other fields change while a row is being sent.
      if (String(now) !== String(seen.at(-1))) seen.push(now);
    }
  })();
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  watching.then(end, end);
  /** Lets no pause last. */
  const hurried =
    <T>(read: () => T) =>
    () => {
      pauses.come();
      return read();
    };
  const untilOver = async () => {
    await expect
      .poll(
        hurried(() => isOver),
        PATIENT,
      )
      .toBe(true);
    await watching;
  };
  const sendNext = async () => {
    service.clock.advance(1_100);
    await service.workOnJobs();
  };
  return { path, seen, stop, watching, firstEvents, hurried, untilOver, sendNext };
}

const RUN: readonly Seen[] = [
  ['running', 0],
  ['running', 1],
  ['done', 2],
];

test('tells each change of a job until its end', async () => {
  const requestedPaths: string[] = [];
  const recording: JobFetch = (address, request) => {
    requestedPaths.push(String(address).replace(/^.*\//, ''));
    return fetch(address, request);
  };
  const { seen, watching, sendNext } = await watch('streamed', recording);
  await expect.poll(() => seen, PATIENT).toEqual(RUN.slice(0, 1));
  await sendNext();
  await expect.poll(() => seen, PATIENT).toEqual(RUN.slice(0, 2));
  await sendNext();
  await sendNext();
  await watching;
  expect(seen.filter(([, sent]) => sent !== 2)).toEqual(RUN.slice(0, 2));
  expect(seen.at(-1)).toEqual(RUN[2]);
  expect(requestedPaths).toEqual(['events']);
});

test.each([
  ['are refused', async () => new Response('{"error":"Too many."}', { status: 429 })],
  ['come as something else', async () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } })],
  ['do not arrive', () => Promise.reject(new TypeError('fetch failed'))],
])('asks for the job itself where events %s', async (what, answer) => {
  const without: JobFetch = (address, request) =>
    String(address).endsWith('/events') ? answer() : fetch(address, request);
  const { seen, untilOver, sendNext } = await watch(`polled-${what.length}`, without);
  await expect.poll(() => seen, PATIENT).toEqual(RUN.slice(0, 1));
  await sendNext();
  await sendNext();
  await sendNext();
  await untilOver();
  expect(seen.at(-1)).toEqual(RUN[2]);
});

test('asks for the job when a stream broke off or says nothing, and listens again', async () => {
  let streams = 0;
  const silent = Promise.withResolvers<void>();
  const cutting: JobFetch = async (address, request) => {
    const answer = await fetch(address, request);
    if (!String(address).endsWith('/events')) return answer;
    streams += 1;
    if (streams > 1) return answer;
    await answer.body?.cancel();
    return new Response(
      new ReadableStream({
        start(held) {
          request?.signal?.addEventListener('abort', () => held.error(new Error('cut')));
          silent.resolve();
        },
      }),
      { headers: answer.headers },
    );
  };
  const { path, seen, firstEvents, untilOver } = await watch('cut', cutting);
  await silent.promise;
  firstEvents.come();
  await expect.poll(() => seen, PATIENT).toEqual(RUN.slice(0, 1));
  await clientBy().cancelJob({ path });
  await untilOver();
  expect(seen).toEqual([...RUN.slice(0, 1), ['cancelled', 0]]);
  expect(streams).toBe(1);
});

test('tells what is wrong, outlasts an outage, and ends when the job may not be seen', async () => {
  const down = new Set<string>();
  const failing: JobFetch = (address, request) =>
    down.has('network') ? Promise.reject(new TypeError('fetch failed')) : fetch(address, request);
  const { path, seen, hurried, untilOver } = await watch('outage', (address, request) =>
    String(address).endsWith('/events') ? Promise.reject(new TypeError('no')) : failing(address, request),
  );
  await expect.poll(() => seen.length, PATIENT).toBe(1);
  down.add('network');
  await expect
    .poll(
      hurried(() => seen.at(-1)?.[2] ?? ''),
      PATIENT,
    )
    .toMatch(/could not be reached/);
  down.clear();
  await expect
    .poll(
      hurried(() => seen.length),
      PATIENT,
    )
    .toBe(3);
  await clientBy().cancelJob({ path });
  await untilOver();
  expect(seen.map(([state]) => state)).toEqual(['running', undefined, 'running', 'cancelled']);

  const none: unknown[] = [];
  for await (const outcome of clientBy().watchJob({ path: { ...path, id: 'none' } })) none.push(outcome);
  expect(none).toMatchObject([{ status: 404, error: 'Job not found in this organization.' }]);
});

test('throws when it is aborted, and lets go of the stream when its reader leaves', async () => {
  const { path, seen, watching, stop } = await watch('aborted');
  await expect.poll(() => seen.length, PATIENT).toBe(1);
  stop.abort(new Error('stopped'));
  await expect(watching).rejects.toThrow('stopped');
  for (let left = 0; left < 6; left += 1) {
    for await (const { status } of clientBy().watchJob({ path })) {
      expect(status).toBe(200);
      break;
    }
  }
  await clientBy().cancelJob({ path });
});
