import { type ClientRequest, request } from 'node:http';
import { WEBHOOK_BODY_MAX_BYTES } from '@orgdesk/contract/limits';
import { expect, onTestFinished, test } from 'vitest';
import { WEBHOOK_BODIES } from '../../../src/lib/limits/installations.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { postWebhook, signatureFor } from '../../support/webhooks.ts';

/** Bodies of the largest size that fit into what all may take, and into the share of one address. */
const FITTING = Math.floor(WEBHOOK_BODIES.totalBytes / WEBHOOK_BODY_MAX_BYTES);
const FITTING_BY_ADDRESS = Math.floor(WEBHOOK_BODIES.addressBytes / WEBHOOK_BODY_MAX_BYTES);
/** Remaining bytes, sent often enough to count as progress. */
const REST_BYTES = 4 * 1024 * 1024;
const PIECE_BYTES = 32 * 1024;
const PIECE_EVERY_MS = 500;

const service = sharedService({ trustedProxies: ['127.0.0.1', '::1'] });

/** Sends all of the largest body but its end, which goes on arriving slowly. Resolves when the service has read the rest. */
async function begin(address: string): Promise<ClientRequest> {
  const sending = request(`${service().url}/api/install/webhook`, {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'application/json',
      'content-length': String(WEBHOOK_BODY_MAX_BYTES),
      'x-forwarded-for': address,
      'x-hub-signature-256': signatureFor(''),
    },
  });
  sending.on('error', () => {});
  const { promise: written, resolve } = Promise.withResolvers<void>();
  sending.write(Buffer.alloc(WEBHOOK_BODY_MAX_BYTES - REST_BYTES, ' '), () => resolve());
  const timer = setInterval(() => sending.write(Buffer.alloc(PIECE_BYTES, ' ')), PIECE_EVERY_MS);
  sending.once('close', () => clearInterval(timer));
  onTestFinished(() => void sending.destroy());
  await written;
  return sending;
}

test('webhook bodies of many addresses are bounded together, and give their room back', async () => {
  const begun = await Promise.all(
    Array.from({ length: FITTING }, (_, index) => begin(`203.0.113.${Math.floor(index / FITTING_BY_ADDRESS)}`)),
  );
  const room = WEBHOOK_BODIES.totalBytes - FITTING * (WEBHOOK_BODY_MAX_BYTES - REST_BYTES);
  const body = `{"zen":"${'x'.repeat(Math.min(room + 1024 * 1024, WEBHOOK_BODY_MAX_BYTES - 1024))}"}`;
  const headers = { 'x-forwarded-for': '203.0.113.200' };
  const deliver = async () => (await postWebhook(service().url, { event: 'ping', body, headers })).status;
  await expect.poll(deliver, { interval: 200 }).toBe(503);

  for (const sending of begun) sending.destroy();
  await expect.poll(deliver, { interval: 200 }).toBe(200);
});
