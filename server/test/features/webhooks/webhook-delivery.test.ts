import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import { sharedService } from '../../support/service/shared-service.ts';
import { installationPayload, postWebhook, signatureFor } from '../../support/webhooks.ts';

const BAD_SIGNATURE = { error: 'The signature of the delivery is missing or wrong.' };
const NOT_JSON = { error: 'The payload is not valid JSON.' };
const MALFORMED = { error: 'The payload does not match the documented format of this event.' };
const UNKNOWN_ID = 987_654_321;

describe('POST /api/install/webhook', () => {
  const service = sharedService();
  const post = (made: Parameters<typeof postWebhook>[1]) => postWebhook(service().url, made);
  const body = installationPayload('created', UNKNOWN_ID);

  test('answers 200 { ok: true } to a signed event [V-12 V-16 U-9]', async () => {
    const answer = await post({ body });
    expect([answer.status, answer.json]).toEqual([200, { ok: true }]);
  });

  test('accepts the header names of the specification and those of the platform [V-1]', async () => {
    expect((await post({ event: null, body, headers: { 'x-host-event': 'installation' } })).status).toBe(200);
    expect((await post({ event: 'installation', body })).status).toBe(200);
    const neither = await post({ event: null, body });
    expect([neither.status, neither.json]).toEqual([400, { error: 'The delivery does not name its event.' }]);
  });

  describe('checks the signature, then JSON, then the event:', () => {
    const wrong = signatureFor(body, 'another secret');
    test.each<readonly [string, Parameters<typeof postWebhook>[1], number, object]>([
      ['no signature [V-2 U-9]', { body, signature: null }, 403, BAD_SIGNATURE],
      ['a wrong signature [V-14]', { body, signature: wrong }, 403, BAD_SIGNATURE],
      ['a malformed signature', { body, signature: 'sha256=x' }, 403, BAD_SIGNATURE],
      [
        'the older SHA-1 signature alone [V-2]',
        { body, signature: null, headers: { 'x-hub-signature': 'sha1=00' } },
        403,
        BAD_SIGNATURE,
      ],
      ['wrong signature and broken JSON [V-14]', { body: '{', signature: wrong }, 403, BAD_SIGNATURE],
      ['wrong signature and no event', { body, event: null, signature: wrong }, 403, BAD_SIGNATURE],
      ['broken JSON [V-13 V-16]', { body: '{' }, 400, NOT_JSON],
      ['no body [V-13]', { body: '' }, 400, NOT_JSON],
      ['broken JSON and no event', { body: '{', event: null }, 400, NOT_JSON],
      ['bytes that are no UTF-8 [V-13]', { body: new Uint8Array([0x22, 0xff, 0x22]) }, 400, NOT_JSON],
      ['JSON that is no object', { body: '[]' }, 400, MALFORMED],
      ['null', { body: 'null' }, 400, MALFORMED],
      ['an action that is no text', { body: '{"action":{}}' }, 400, MALFORMED],
      ['no installation', { body: '{"action":"created"}' }, 400, MALFORMED],
      ['an installation that is a list', { body: '{"action":"created","installation":[1]}' }, 400, MALFORMED],
      ['an ID as text', { body: '{"action":"created","installation":{"id":"7"}}' }, 400, MALFORMED],
      [
        'an ID beyond exactness',
        { body: '{"action":"created","installation":{"id":9007199254740993}}' },
        400,
        MALFORMED,
      ],
      ['an infinite ID', { body: '{"action":"created","installation":{"id":1e400}}' }, 400, MALFORMED],
      ['a negative ID', { body: '{"action":"created","installation":{"id":-7}}' }, 400, MALFORMED],
      ['a fractional ID', { body: '{"action":"created","installation":{"id":1.5}}' }, 400, MALFORMED],
      [
        'an ID from the prototype',
        { body: '{"action":"created","__proto__":{"installation":{"id":7}}}' },
        400,
        MALFORMED,
      ],
      ['a revocation by nobody', { event: 'github_app_authorization', body: '{"action":"revoked"}' }, 400, MALFORMED],
    ])('%s', async (_what, made, status, json) => {
      const answer = await post(made);
      expect([answer.status, answer.json]).toEqual([status, json]);
    });
  });

  test.each([
    ['an event of tomorrow', { event: 'teleportation', body: '{"action":"arrived"}' }],
    ['an unknown action', { event: 'installation', body: '{"action":"polished"}' }],
    ['an event without action', { event: 'ping', body: '{"zen":"Keep it."}' }],
    ['an event of another App', { body: installationPayload('deleted', UNKNOWN_ID, { app_id: 999_999 }) }],
    ['an event named like a property of every object', { event: 'constructor', body: '{}' }],
    ['a byte order mark in front', { event: 'ping', body: '\ufeff{"zen":"x"}' }],
    ['emoji and escapes', { event: 'ping', body: '{"zen":"🦄 \\u00e9 \\ud83e\\udd84 \u2028"}' }],
  ])('acknowledges %s [V-12]', async (_what, made) => {
    const answer = await post(made);
    expect([answer.status, answer.json]).toEqual([200, { ok: true }]);
  });

  test('signs nothing off as JSON that is sent as something else [V-3]', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json\ta',
      'application/jsonx',
    ]) {
      const answer = await post({ body, headers: { 'content-type': type } });
      expect([type, answer.status]).toEqual([type, 415]);
    }
    expect((await post({ body, headers: { 'content-type': 'application/json; charset=utf-8' } })).status).toBe(200);
  });

  test('takes a body of 25 MB and refuses a larger one with 413', async () => {
    const limit = 25 * 1024 * 1024;
    const shell = '{"zen":""}';
    const largest = `{"zen":"${'x'.repeat(limit - shell.length)}"}`;
    expect((await post({ event: 'ping', body: largest })).status).toBe(200);
    const larger = await post({ event: 'ping', body: `${largest} ` });
    expect([larger.status, larger.json]).toEqual([413, { error: 'The request is too large.' }]);
  });

  test('refuses what cannot be signed right before reading its body', async () => {
    const { status, sentBytes } = await unsignedStream(service().url);
    expect(status).toBe(403);
    expect(sentBytes).toBeLessThan(20 * 1024 * 1024);
  });

  test('writes a [webhook] line for every delivery, with event, action and delivery [V-8 V-17]', async () => {
    const before = service().logLines.length;
    await post({
      event: 'organization',
      body: '{"action":"renamed","organization":{"login":"acme"}}',
      headers: { 'x-github-delivery': 'guid-1' },
    });
    const lines = service()
      .logLines.slice(before)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual(
      expect.objectContaining({
        msg: expect.stringMatching(/^\[webhook\] /),
        event: 'organization',
        action: 'renamed',
        account: 'acme',
        delivery: 'guid-1',
      }),
    );
  });
});

describe('without a webhook secret', () => {
  const service = sharedService({ webhookSecret: null });

  test('every delivery is accepted, each with a warning [U-12]', async () => {
    for (const signature of [null, 'sha256=wrong']) {
      const before = service().logLines.length;
      const answer = await postWebhook(service().url, { event: 'ping', body: '{}', signature });
      expect([answer.status, answer.json]).toEqual([200, { ok: true }]);
      const lines = service().logLines.slice(before).join('');
      expect(lines).toContain('"level":"warn"');
      expect(lines).toContain('[webhook] accepted without verification');
    }
  });

  test('a deletion nobody signed removes nothing that the code host still shows', async () => {
    const { bearer } = await service().signIn('ada');
    const organizationId = service().simulator.world.organization('acme')?.id ?? 0;
    const installation = service().simulator.world.installationOf(organizationId);
    const body = installationPayload('deleted', installation?.id ?? 0, { app_id: service().simulator.app.id });
    expect((await postWebhook(service().url, { body, signature: null })).status).toBe(200);
    const response = await fetch(`${service().url}/api/organizations/acme`, { headers: bearer });
    expect(await response.json()).toMatchObject({ organization: { hasAppInstalled: true } });
  });
});

/** Sends up to 50 MB without a signature; answers the status and how much was taken off our hands. */
function unsignedStream(serviceUrl: string): Promise<{ readonly status: number; readonly sentBytes: number }> {
  return new Promise((resolve, reject) => {
    let sentBytes = 0;
    let answered = false;
    const sending = httpRequest(`${serviceUrl}/api/install/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-github-event': 'ping', 'transfer-encoding': 'chunked' },
    });
    sending.on('response', (response) => {
      answered = true;
      response.resume();
      resolve({ status: response.statusCode ?? 0, sentBytes });
      sending.destroy();
    });
    sending.on('error', (error) => (answered ? undefined : reject(error)));
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const send = (): void => {
      if (answered || sentBytes >= 50 * 1024 * 1024) return;
      sentBytes += chunk.length;
      if (sending.write(chunk)) setImmediate(send);
      else sending.once('drain', send);
    };
    send();
  });
}
