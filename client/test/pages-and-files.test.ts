import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../../server/test/support/service/start-service.ts';
import { type Client, createClient } from '../src/index.ts';

let service: Service;
let client: Client;
beforeAll(async () => {
  service = await startService();
  client = createClient({ baseUrl: service.url, sessionToken: (await service.signIn('ada')).id });
});
afterAll(() => service.close());

const path = { login: 'acme' };

async function startedJob(): Promise<string> {
  const rows = ['one', 'two', 'three', 'four', 'five'].map((name) => ({ email: `${name}@example.com` }));
  const { data, error } = await client.startInvitationJob({ path, body: { key: crypto.randomUUID(), rows } });
  if (error !== undefined) throw new Error(error);
  return data.job.id;
}

test('pages of an endpoint come one after the other until the last', async () => {
  const id = await startedJob();
  const emails: (string | null)[] = [];
  let pages = 0;
  for await (const { data, error } of client.pages('listJobRows', { path: { ...path, id }, query: { limit: '2' } })) {
    expect(error).toBeUndefined();
    emails.push(...(data?.rows.map(({ email }) => email) ?? []));
    pages += 1;
  }
  expect([emails.length, new Set(emails).size, pages]).toEqual([5, 5, 3]);
  const numbers: number[] = [];
  for await (const { data } of client.pages('readAuditTrail', { path, query: { limit: '1' } })) {
    numbers.push(...(data?.entries.map(({ number }) => number) ?? []));
  }
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  expect(numbers.length).toBeGreaterThan(0);
});

test('pages end with a refusal', async () => {
  const outcomes = [];
  for await (const page of client.pages('readAuditTrail', { path: { login: 'nobody' } })) outcomes.push(page.status);
  expect(outcomes).toEqual([404]);
});

test('pages of a query follow its cursor', async () => {
  for (let count = 0; count < 120; count += 1) {
    const login = `page-${count}`;
    service.simulator.world.addUser({ login });
    service.simulator.world.addMembership({ organization: 'acme', login });
  }
  const logins: string[] = [];
  let pages = 0;
  for await (const { data, error } of client.queryPages('OrganizationMembers', { login: 'acme' })) {
    expect(error).toBeUndefined();
    logins.push(...(data?.organization?.membersWithRole.edges ?? []).flatMap((edge) => edge?.node?.login ?? []));
    pages += 1;
  }
  expect(pages).toBeGreaterThan(1);
  expect(new Set(logins).size).toBe(logins.length);
  expect(logins).toContain('page-119');
});

test('a file comes as it is answered, and a refusal as a message', async () => {
  const id = await startedJob();
  const { data: file, error } = await client.downloadJobResults({ path: { ...path, id } });
  if (error !== undefined) throw new Error(error);
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename=/);
  expect((await file.text()).split('\r\n')[0]).toContain('row,login,email');
  expect(await client.downloadJobResults({ path: { ...path, id: 'none' } })).toMatchObject({ status: 404 });
});
