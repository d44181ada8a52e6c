import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../../server/test/support/service/start-service.ts';
import { type Client, createClient } from '../src/index.ts';

/* React Native answers without a stream, and its signals cannot throw. */

let service: Service;
let client: Client;
beforeAll(async () => {
  service = await startService();
  client = createClient({
    baseUrl: service.url,
    sessionToken: (await service.signIn('ada')).id,
    fetch: async (address, request) => {
      const answer = await fetch(address, request);
      const text = await answer.text();
      const { ok, status, headers } = answer;
      return { ok, status, headers, body: undefined, text: async () => text } as unknown as Response;
    },
  });
});
afterAll(() => service.close());
const path = { login: 'acme' };

test('lists are read when they are whole', async () => {
  const kinds: (string | undefined)[] = [];
  for await (const { data, error } of client.listPeople({ path })) {
    expect(error).toBeUndefined();
    kinds.push(data?.kind);
  }
  expect(kinds).toContain('people');
  expect(kinds.at(-1)).toBe('end');
});

test('an aborted call and an aborted list throw', async () => {
  const stopped = Object.assign(AbortSignal.abort(new Error('stopped')), { throwIfAborted: undefined as never });
  await expect(client.listOrganizations({ signal: stopped })).rejects.toThrow('stopped');
  await expect(client.listPeople({ path, signal: stopped }).next()).rejects.toThrow('stopped');
});

test('a job is watched by polling', async () => {
  const rows = [{ email: 'native@example.com' }];
  const { data } = await client.startInvitationJob({ path, body: { key: 'native', rows } });
  const seen: unknown[] = [];
  for await (const outcome of client.watchJob({ path: { ...path, id: data?.job.id ?? '' } })) {
    seen.push(outcome.data?.job.state);
    service.clock.advance(1_100);
    await service.workOnJobs();
  }
  expect(seen.at(-1)).toBe('done');
});
