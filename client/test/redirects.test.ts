import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../src/index.ts';

/** A server at an address of its own, and the requests that it got. */
async function serverThat(answer: (url: string) => readonly [status: number, location: string] | null) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const [status, location] = answer(request.url ?? '') ?? [200, null];
    response.writeHead(status, {
      'Content-Type': 'application/json',
      ...(location !== null && { Location: location }),
    });
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe.each([301, 302, 303, 307, 308])('a redirect with %i', (status) => {
  test('to another host is not followed by a read, a change, a file, a list or a stream', async () => {
    const other = await serverThat(() => null);
    const service = await serverThat((url) => [status, other.url + url]);
    const client = createClient({ baseUrl: service.url, sessionToken: 'a'.repeat(64), retries: 0 });
    const path = { login: 'acme' };
    const error = `The service redirects to ${other.url}, where nothing was sent. Please use the address of the service itself.`;
    const failed = { error, status };
    expect(await client.listOrganizations()).toMatchObject(failed);
    expect(await client.inviteMembers({ path, body: { userLogins: ['grace'] } })).toMatchObject(failed);
    expect(await client.downloadAuditTrailCsv({ path })).toMatchObject(failed);
    for await (const line of client.listPeople({ path })) expect(line).toMatchObject(failed);
    expect(service.requests).toHaveLength(4);
    expect(other.requests).toEqual([]);
  });
});

test.each(['//', 'https://', 'javascript:1', '/elsewhere', ''])(
  'a redirect to %j is told without an address',
  async (location) => {
    const service = await serverThat(() => [302, location]);
    const outcome = await createClient({ baseUrl: service.url, retries: 0 }).getAbout();
    expect(outcome.error).toMatch(
      /^The service redirects to (another address|http:\/\/127\.0\.0\.1:\d+), where nothing was sent/,
    );
  },
);
