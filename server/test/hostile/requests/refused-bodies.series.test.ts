import { request } from 'node:http';
import { connect } from 'node:net';
import { INVITE_MEMBERS } from '@orgdesk/contract';
import { WEBHOOK_BODY_MAX_BYTES } from '@orgdesk/contract/limits';
import { describe, expect, onTestFinished, test } from 'vitest';
import { REFUSED_BODY_MAX_BYTES } from '../../../src/lib/limits/http.ts';
import { inSeries } from '../../support/series.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { startService } from '../../support/service/start-service.ts';
import { signatureFor } from '../../support/webhooks.ts';

const MEGABYTE = 1024 * 1024;
const TIMES = inSeries(8, 4, 20);

/** Sends all of a body before it reads, as simple clients do; answers the status, or fails as the connection does. */
function push(url: string, path: string, headers: Readonly<Record<string, string>>, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) }).pause();
    onTestFinished(() => void socket.destroy());
    const lines = Object.entries({ host: 'x', 'content-type': 'application/json', ...headers });
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
    socket.once('error', reject);
    socket.write(body, (error) => {
      if (error) return reject(error);
      let answer = '';
      socket.setEncoding('latin1').on('data', (text: string) => {
        answer += text;
      });
      socket.once('end', () => resolve(Number(/^HTTP\/1\.1 (\d+) .*\r\n\r\n\{"error":"[^"]+"\}$/s.exec(answer)?.[1])));
      socket.resume();
    });
  });
}

describe('a body that is refused while it is sent', () => {
  const service = sharedService();
  const large = Buffer.alloc(6 * MEGABYTE, 'x');
  const length = (body: Buffer) => ({ 'content-length': String(body.length) });

  test.each<
    readonly [string, number, (bearer: Record<string, string>) => readonly [string, Record<string, string>, Buffer]]
  >([
    [
      'of a mass invite that is too large',
      413,
      (bearer) => ['/api/organizations/acme/mass-invite', { ...bearer, ...length(large) }, large],
    ],
    [
      'of a mass invite whose client wants the connection closed',
      413,
      (bearer) => ['/api/organizations/acme/mass-invite', { ...bearer, ...length(large), connection: 'close' }, large],
    ],
    ['of a mass invite without a session', 401, () => ['/api/organizations/acme/mass-invite', length(large), large]],
    [
      'of a proxied query that is too large',
      413,
      (bearer) => ['/api/github/graphql', { ...bearer, ...length(large) }, large],
    ],
    [
      'of another type',
      415,
      (bearer) => ['/api/install/complete', { ...bearer, ...length(large), 'content-type': 'text/plain' }, large],
    ],
    [
      'at an unknown address',
      404,
      () => ['/nothing', { ...length(large), 'content-type': 'text/plain', connection: 'close' }, large],
    ],
    ['of a webhook that cannot be signed right', 403, () => ['/api/install/webhook', length(large), large]],
    [
      'of a webhook that is too large',
      413,
      () => {
        const largest = Buffer.alloc(WEBHOOK_BODY_MAX_BYTES + 1, 'x');
        return ['/api/install/webhook', { ...length(largest), 'x-hub-signature-256': signatureFor('') }, largest];
      },
    ],
  ])('%s is answered %i to a client that sends all of it first', async (_what, status, requestWith) => {
    const { bearer } = await service().signIn('ada');
    const [path, headers, body] = requestWith({ ...bearer });
    for (let time = 0; time < TIMES; time += 1) expect(await push(service().url, path, headers, body)).toBe(status);
  });

  test('is read and dropped to a bound only', async () => {
    const { hostname, port } = new URL(service().url);
    const socket = connect({ host: hostname, port: Number(port) });
    onTestFinished(() => void socket.destroy());
    let sent = 0;
    const piece = Buffer.from(`100000\r\n${'x'.repeat(MEGABYTE)}\r\n`);
    const more = () => {
      if (socket.destroyed) return;
      sent += 1;
      if (socket.write(piece)) setImmediate(more);
      else socket.once('drain', more);
    };
    socket.on('error', () => {}).resume();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write('POST /api/install/webhook HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
    more();
    await closed;
    // The system's memory for a connection comes on top.
    expect(sent * MEGABYTE).toBeLessThan(REFUSED_BODY_MAX_BYTES + 64 * MEGABYTE);
  });

  test('does not keep the service from stopping', async () => {
    const stopping = await startService();
    const sending = request(`${stopping.url}/api/install/webhook`, { method: 'POST', agent: false });
    sending.on('error', () => {});
    const answered = new Promise((resolve) =>
      sending.once('response', (response) => resolve(response.resume().statusCode)),
    );
    sending.write('x');
    expect(await answered).toBe(403);
    const trickle = setInterval(() => sending.write('x'), 100);
    onTestFinished(() => {
      clearInterval(trickle);
      sending.destroy();
    });
    await stopping.close();
  });
});

test('a body of exactly the limit is not refused for its size', async () => {
  const service = await startService();
  onTestFinished(service.close);
  const { bearer } = await service.signIn('ada');
  const body = Buffer.alloc(INVITE_MEMBERS.bodyMaxBytes, ' ');
  const headers = { ...bearer, 'content-length': String(body.length), connection: 'close' };
  expect(await push(service.url, '/api/organizations/acme/mass-invite', headers, body)).toBe(400);
});
