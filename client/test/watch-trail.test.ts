import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../../server/test/support/service/start-service.ts';
import { createTimeLimit } from '../../server/test/support/time-limit.ts';
import { createClient } from '../src/index.ts';

type TrailFetch = typeof globalThis.fetch;

let service: Service;
let token: string;
beforeAll(async () => {
  service = await startService();
  token = (await service.signIn('ada')).id;
});
afterAll(() => service.close());

const clientBy = (fetch?: TrailFetch) =>
  createClient({ baseUrl: service.url, sessionToken: token, ...(fetch === undefined ? {} : { fetch }) });
const PATIENT = { timeout: 30_000 };
/** The pause between two questions, as the client has it. */
const POLL_INTERVAL_MS = 3_000;

/** Something that happened in acme. */
const happen = () =>
  service.storage.auditTrail.record(
    [
      {
        organization: { id: service.simulator.world.organization('acme')?.id ?? 0, login: 'acme' },
        action: 'organization.renamed',
        way: 'webhook',
        actor: null,
        target: null,
        before: {},
        after: {},
        requestId: null,
        deliveryId: null,
      },
    ],
    service.clock.now(),
  );

test.each<[string, TrailFetch | undefined]>([
  ['by events', undefined],
  [
    'by asking where events are refused',
    async (address, request) =>
      String(address).endsWith('/events') ? new Response('{}', { status: 429 }) : fetch(address, request),
  ],
])('tells how far a trail is, and each time it goes on, %s', async (_how, send) => {
  const { data } = await clientBy().readAuditTrail({ path: { login: 'acme' } });
  const begin = data?.newest ?? Number.NaN;
  const pauses = createTimeLimit(POLL_INTERVAL_MS);
  const seen: unknown[] = [];
  const stop = new AbortController();
  const watching = (async () => {
    const news = clientBy(send).watchAuditTrail({ path: { login: 'acme' }, signal: stop.signal });
    for await (const outcome of news) seen.push(outcome);
  })();
  await expect.poll(() => seen, PATIENT).toEqual([{ data: { newest: begin }, status: 200 }]);
  await happen();
  const news = () => {
    pauses.come();
    return seen.at(-1);
  };
  await expect.poll(news, PATIENT).toEqual({ data: { newest: begin + 1 }, status: 200 });
  stop.abort(new Error('stopped'));
  await expect(watching).rejects.toThrow('stopped');
});

test('ends with why where the trail may not be seen', async () => {
  const outcomes: unknown[] = [];
  for await (const outcome of clientBy().watchAuditTrail({ path: { login: 'northwind' } })) outcomes.push(outcome);
  expect(outcomes).toMatchObject([{ status: 404, error: expect.stringContaining('not a member') }]);
});
