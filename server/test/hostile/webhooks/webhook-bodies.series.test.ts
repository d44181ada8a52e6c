import { type ClientRequest, request } from 'node:http';
import { UNSIGNED_WEBHOOK_BODY_MAX_BYTES, WEBHOOK_BODY_MAX_BYTES, WEBHOOK_JSON } from '@orgdesk/contract/limits';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WEBHOOK_BODIES } from '../../../src/lib/limits/installations.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { postWebhook, signatureFor } from '../../support/webhooks.ts';

const MEGABYTE = 1024 * 1024;
const FITTING = Math.floor(WEBHOOK_BODIES.addressBytes / WEBHOOK_BODY_MAX_BYTES);

/** Begins a delivery of the largest body in the name of an address behind the proxy. */
function begin(url: string, address: string): { readonly sending: ClientRequest; readonly status: Promise<number> } {
  const sending = request(`${url}/api/install/webhook`, {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'application/json',
      'content-length': String(WEBHOOK_BODY_MAX_BYTES),
      'x-forwarded-for': address,
      'x-hub-signature-256': signatureFor(''),
    },
  });
  onTestFinished(() => void sending.destroy());
  sending.on('error', () => {});
  const status = new Promise<number>((resolve) =>
    sending.once('response', (response) => resolve(response.resume().statusCode ?? 0)),
  );
  return { sending, status };
}

describe('large webhooks of several clients behind a trusted proxy', () => {
  const service = sharedService({ trustedProxies: ['127.0.0.1', '::1'] });
  const deliver = async (address: string) => {
    const body = `{"zen":"${'x'.repeat(5 * MEGABYTE)}"}`;
    const headers = { 'x-forwarded-for': address };
    return (await postWebhook(service().url, { event: 'ping', body, headers })).status;
  };

  test('are kept out by nobody but their own address, and only until its bodies are given up', async () => {
    const url = service().url;
    const begun = Array.from({ length: FITTING + 1 }, () => begin(url, '203.0.113.1'));
    // All but the end of each: the last one no longer fits.
    for (const { sending } of begun) sending.write(Buffer.alloc(WEBHOOK_BODY_MAX_BYTES - 1, ' '));
    expect(await Promise.any(begun.map(({ status }) => status))).toBe(503);
    expect(await deliver('203.0.113.2')).toBe(200);

    expect((await Promise.all(begun.map(({ status }) => status))).toSorted()).toEqual([
      ...Array(FITTING).fill(408),
      503,
    ]);
    expect(await deliver('203.0.113.1')).toBe(200);
  });

  test('give their share back when their client goes away', async () => {
    const url = service().url;
    for (let round = 0; round < 3; round += 1) {
      const begun = Array.from({ length: FITTING }, () => begin(url, '203.0.113.3'));
      await Promise.all(
        begun.map(({ sending }) => new Promise((resolve) => sending.write(Buffer.alloc(24 * MEGABYTE), resolve))),
      );
      for (const { sending } of begun) sending.destroy();
      await expect.poll(() => deliver('203.0.113.3')).toBe(200);
    }
  });
});

describe('the JSON of a webhook', () => {
  const service = sharedService();
  const TOO_COMPLEX = { error: 'The payload has too many values or is nested too deeply.' };
  const list = (values: number) => `{"zen":[${Array(values).fill('0').join(',')}]}`;
  const nested = (depth: number) => `{"zen":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

  test('is refused with 400 beyond its depth and its number of values, and accepted up to them', async () => {
    const { depth, values } = WEBHOOK_JSON;
    for (const body of [list(values - 1), nested(depth)]) {
      expect((await postWebhook(service().url, { event: 'ping', body })).status).toBe(200);
    }
    for (const body of [list(values), nested(depth + 1)]) {
      const { status, json } = await postWebhook(service().url, { event: 'ping', body });
      expect([status, json]).toEqual([400, TOO_COMPLEX]);
    }
  });

  test('with the names of 130,000 repositories is accepted', async () => {
    const repositories = Array.from({ length: 130_000 }, (_, index) => ({
      id: 100_000_000 + index,
      node_id: `R_kgDO${index}`,
      name: `repo-${index}`,
      full_name: `acme/repo-${index}`,
      private: true,
    }));
    const body = JSON.stringify({ action: 'other', repositories });
    expect((await postWebhook(service().url, { event: 'ping', body })).status).toBe(200);
  });

  test('is looked at after the signature, and before it is parsed or its event is known', async () => {
    const body = nested(WEBHOOK_JSON.depth + 1);
    expect((await postWebhook(service().url, { event: 'ping', body, signature: signatureFor('') })).status).toBe(403);
    for (const [event, text] of [
      ['ping', `${body}}`],
      [null, body],
    ] as const) {
      expect((await postWebhook(service().url, { event, body: text })).json).toEqual(TOO_COMPLEX);
    }
  });
});

describe('without a webhook secret', () => {
  const service = sharedService({ webhookSecret: null });

  test('a body of 1 MB is accepted and a larger one is refused with 413, announced or not', async () => {
    const shell = '{"zen":""}';
    const largest = `{"zen":"${'x'.repeat(UNSIGNED_WEBHOOK_BODY_MAX_BYTES - shell.length)}"}`;
    expect((await postWebhook(service().url, { event: 'ping', body: largest, signature: null })).status).toBe(200);
    const larger = await postWebhook(service().url, { event: 'ping', body: `${largest} `, signature: null });
    expect([larger.status, larger.json]).toEqual([413, { error: 'The request is too large.' }]);

    const sending = request(`${service().url}/api/install/webhook`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', 'x-github-event': 'ping' },
    });
    sending.on('error', () => {});
    const status = new Promise((resolve) =>
      sending.once('response', (response) => resolve(response.resume().statusCode)),
    );
    sending.end(`${largest} `);
    expect(await status).toBe(413);
  });

  test('nested JSON is refused with 400', async () => {
    const body = '['.repeat(UNSIGNED_WEBHOOK_BODY_MAX_BYTES / 2) + ']'.repeat(UNSIGNED_WEBHOOK_BODY_MAX_BYTES / 2);
    expect((await postWebhook(service().url, { event: 'ping', body, signature: null })).status).toBe(400);
  });
});
