import { expect, test } from 'vitest';
import { createClient } from '../src/index.ts';

type Step = number | 'away' | 'limited';

/** Answers the steps one after the other, the last one again and again, and counts the requests. */
function clientBy(steps: readonly Step[], retries?: number) {
  let requests = 0;
  const fetch = async () => {
    const step = steps[Math.min(requests, steps.length - 1)] ?? 200;
    requests += 1;
    if (step === 'away') throw new TypeError('fetch failed');
    const [status, headers] = step === 'limited' ? [429, { 'Retry-After': '1' }] : [step, {}];
    return new Response(status === 200 ? '{}' : '{"error":"No."}', { status, headers });
  };
  const client = createClient({ baseUrl: 'http://service.test', fetch, ...(retries === undefined ? {} : { retries }) });
  return { client, requests: () => requests };
}

const path = { login: 'acme' };
const invite = { path, body: { userLogins: ['grace'] } };

test.each<[string, readonly Step[]]>([
  ['unreachable', ['away', 200]],
  ['away for a moment', [503, 502, 200]],
  ['limited', ['limited', 200]],
])('a read is repeated while the service is %s', async (_what, steps) => {
  const { client, requests } = clientBy(steps);
  expect(await client.listOrganizations()).toMatchObject({ status: 200 });
  expect(requests()).toBe(steps.length);
});

test('a change is repeated only when the service refused it before it did anything', async () => {
  const limited = clientBy(['limited', 200]);
  expect(await limited.client.inviteMembers(invite)).toMatchObject({ status: 200 });
  expect(limited.requests()).toBe(2);
  for (const step of ['away', 500, 502, 503, 504] as const) {
    const unknown = clientBy([step, 200]);
    expect((await unknown.client.inviteMembers(invite)).error).toBeDefined();
    expect(unknown.requests()).toBe(1);
  }
});

test('what adds an audit entry, and a refusal that stays one, is not repeated', async () => {
  const recorded = clientBy([503, 200]);
  await recorded.client.downloadAuditTrailCsv({ path });
  const refused = clientBy([403, 200]);
  await refused.client.listOrganizations();
  const failed = clientBy([500, 200]);
  await failed.client.listOrganizations();
  expect([recorded.requests(), refused.requests(), failed.requests()]).toEqual([1, 1, 1]);
});

test('it ends after two repetitions, or as many as set', async () => {
  const always = clientBy(['away']);
  expect(await always.client.getAbout()).toMatchObject({ status: null });
  expect(always.requests()).toBe(3);
  const never = clientBy(['away'], 0);
  await never.client.getAbout();
  expect(never.requests()).toBe(1);
});

test('an abort ends the wait for a repetition', async () => {
  const { client, requests } = clientBy(['limited']);
  const stop = new AbortController();
  const called = client.listOrganizations({ signal: stop.signal });
  await expect.poll(requests).toBe(1);
  stop.abort(new Error('stopped'));
  await expect(called).rejects.toThrow('stopped');
  expect(requests()).toBe(1);
});

test('a wait longer than any timer is waited for', async () => {
  let requests = 0;
  const client = createClient({
    baseUrl: 'http://service.test',
    fetch: async () => {
      requests += 1;
      return new Response('{"error":"Later."}', { status: 429, headers: { 'Retry-After': '999999999' } });
    },
  });
  const stop = new AbortController();
  const watching = client.watchJob({ path: { ...path, id: 'a-job' }, signal: stop.signal });
  expect((await watching.next()).value).toMatchObject({ status: 429, retryAfterSeconds: 999_999_999 });
  const before = requests;
  const next = watching.next();
  // A timer that cannot be set that far ends after a millisecond.
  await new Promise((resolve) => setTimeout(resolve, 50));
  stop.abort();
  await expect(next).rejects.toThrow('aborted');
  expect(requests).toBe(before);
});
