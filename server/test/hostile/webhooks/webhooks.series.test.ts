import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { REQUEST_LIMIT_MS } from '../../../src/lib/limits/http.ts';
import { inSeries } from '../../support/series.ts';
import { cachedFacts } from '../../support/service/cache.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { WEBHOOK_SECRET } from '../../support/service/start-service.ts';
import { installationPayload, postWebhook, signatureFor } from '../../support/webhooks.ts';
import { expectDocumented } from '../leaks/documented-answer.ts';
import { NAUGHTY_STRINGS } from '../requests/naughty-strings.ts';
import { oneLine, type RawAnswer, type RawRequest, sendBytes, sendRequest } from '../requests/raw-http.ts';
import { inTurns } from '../sign-in/in-turns.ts';

const STRINGS = [...NAUGHTY_STRINGS, '\x80\x9b31m'];
const TARGET = '/api/install/webhook';
const UNKNOWN_ID = 987_654_321;
const NOT_HTTP = '{"error":"The request is not valid HTTP."}';
const ANSWER_LIMIT_MS = 5_000;
const STALLED = 'stalled';

type Header = readonly [name: string, value: string];

const signed = (body: string): Header => ['x-hub-signature-256', signatureFor(body)];
const JSON_TYPE: Header = ['content-type', 'application/json'];
const EVENT: Header = ['x-github-event', 'installation'];

/** A delivery as it goes over the wire: signed right unless its headers say otherwise. */
const delivery = (body: string, ...headers: readonly Header[]): RawRequest => ({
  method: 'POST',
  target: TARGET,
  headers: [JSON_TYPE, ...headers, ...(headers.some(([name]) => name === 'x-hub-signature-256') ? [] : [signed(body)])],
  body,
});
const made = (action: unknown, installation: object, more: object = {}): string =>
  JSON.stringify({ action, installation: { id: UNKNOWN_ID, app_id: 7, ...installation }, ...more });

/** Each field the receiver reads, what goes there, and every status it may answer. */
const FIELDS: readonly (readonly [field: string, (text: string) => RawRequest, statuses: readonly number[]])[] = [
  ['the event', (text) => delivery('{}', ['x-github-event', oneLine(text)]), [200, 400]],
  ['the event by its other name', (text) => delivery('{}', ['x-host-event', oneLine(text)]), [200, 400]],
  [
    'the delivery',
    (text) => delivery('{}', ['x-github-event', 'ping'], ['x-github-delivery', oneLine(text)]),
    [200, 400],
  ],
  ['the signature', (text) => delivery('{}', EVENT, ['x-hub-signature-256', oneLine(text)]), [403, 400]],
  [
    'the digest of the signature',
    (text) => delivery('{}', EVENT, ['x-hub-signature-256', `sha256=${oneLine(text)}`]),
    [403, 400],
  ],
  [
    'the media type',
    (text) => ({ ...delivery('{}', EVENT), headers: [['content-type', oneLine(text)], EVENT, signed('{}')] }),
    [400, 415],
  ],
  // Some of them are JSON objects: events without an action, which nobody minds.
  ['the body', (text) => delivery(text.toWellFormed(), EVENT), [400, 200]],
  [
    'the body, signed by nobody',
    (text) => delivery(text.toWellFormed(), EVENT, ['x-hub-signature-256', `sha256=${'0'.repeat(64)}`]),
    [403],
  ],
  ['the action', (text) => delivery(made(text, {}), EVENT), [200]],
  ['the login of the account', (text) => delivery(made('created', { account: { login: text } }), EVENT), [200]],
  ['the ID of the installation', (text) => delivery(made('created', { id: text }), EVENT), [400]],
  ['the ID of the App', (text) => delivery(made('created', { app_id: text }), EVENT), [200]],
  ['the time of a suspension', (text) => delivery(made('suspend', { suspended_at: text }), EVENT), [200]],
  [
    'the organization',
    (text) => delivery(made('renamed', {}, { organization: { login: text } }), ['x-github-event', 'organization']),
    [200],
  ],
  [
    'the sender of a revocation',
    (text) => delivery(made('revoked', {}, { sender: { id: text } }), ['x-github-event', 'github_app_authorization']),
    [400],
  ],
  [
    'the name of a field',
    (text) => delivery(made('created', { [text]: text }, { [text]: { [text]: text } }), EVENT),
    [200, 400],
  ],
];

const DEEP = 100_000;
const id = UNKNOWN_ID;
const SHAPES: readonly (readonly [shape: string, body: string, status: number])[] = [
  ['arrays in arrays', `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`, 400],
  ['objects in objects', `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`, 400],
  [
    'a deep field beside the real ones',
    `{"action":"created","x":${'['.repeat(DEEP)}${']'.repeat(DEEP)},"installation":{"id":${id}}}`,
    400,
  ],
  [
    'a deep installation',
    `{"action":"created","installation":${'{"installation":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}`,
    400,
  ],
  [
    'a deep account',
    `{"action":"created","installation":{"id":${id},"account":${'{"login":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}}`,
    400,
  ],
  ['nesting that is never closed', '['.repeat(DEEP), 400],
  ['two actions', `{"action":"deleted","action":"created","installation":{"id":${id}}}`, 200],
  ['two installations', `{"action":"created","installation":{"id":"x"},"installation":{"id":${id}}}`, 200],
  [
    'two installations, the last one wrong',
    `{"action":"created","installation":{"id":${id}},"installation":{"id":"x"}}`,
    400,
  ],
  ['__proto__ with an action', `{"__proto__":{"action":"created","polluted":1},"installation":{"id":${id}}}`, 200],
  ['__proto__ of the installation', `{"action":"created","installation":{"__proto__":{"id":${id}},"id":0}}`, 400],
  [
    'constructor.prototype',
    `{"constructor":{"prototype":{"polluted":1}},"action":"created","installation":{"id":${id}}}`,
    200,
  ],
  [
    'a prototype that is a method',
    `{"hasOwnProperty":1,"toString":1,"action":"created","installation":{"id":${id},"hasOwnProperty":null}}`,
    200,
  ],
  ['an ID of 400 digits', `{"action":"created","installation":{"id":${'9'.repeat(400)}}}`, 400],
  ['an ID of 100,000 digits', `{"action":"created","installation":{"id":${'9'.repeat(100_000)}}}`, 400],
  ['an ID with an exponent', '{"action":"created","installation":{"id":9e15}}', 200],
  ['an ID too small to see', '{"action":"created","installation":{"id":1e-400}}', 400],
  ['the largest exact ID', '{"action":"suspend","installation":{"id":9007199254740991}}', 200],
  ['the largest exact ID, deleted', '{"action":"deleted","installation":{"id":9007199254740991}}', 200],
  ['minus zero', '{"action":"created","installation":{"id":-0}}', 400],
  [
    'a suspension at the end of time',
    `{"action":"suspend","installation":{"id":${id},"suspended_at":8640000000000}}`,
    200,
  ],
  ['a suspension before all time', `{"action":"suspend","installation":{"id":${id},"suspended_at":-1e308}}`, 200],
  ['NaN', `{"action":"created","installation":{"id":NaN}}`, 400],
  ['a comment', `{"action":"created",/* */"installation":{"id":${id}}}`, 400],
  ['a trailing comma', `{"action":"created","installation":{"id":${id}},}`, 400],
  [
    'an unpaired half of a character',
    `{"action":"created","installation":{"id":${id},"account":{"login":"\\ud800"}}}`,
    200,
  ],
  ['NUL', `{"action":"created\\u0000","installation":{"id":${id},"account":{"login":"\\u0000"}}}`, 200],
  ['300,000 keys', `{${Array.from({ length: 300_000 }, (_, index) => `"k${index}":0`).join(',')}}`, 200],
];

const SIGNATURES: readonly (readonly [what: string, lines: (body: string) => readonly Header[]])[] = [
  ['two right ones', (body) => [signed(body), signed(body)]],
  ['a right and a wrong one', (body) => [signed(body), ['x-hub-signature-256', `sha256=${'0'.repeat(64)}`]]],
  ['a wrong and a right one', (body) => [['x-hub-signature-256', `sha256=${'0'.repeat(64)}`], signed(body)]],
  ['both in one line', (body) => [['x-hub-signature-256', `${signatureFor(body)}, ${signatureFor(body)}`]]],
  ['upper case', (body) => [['x-hub-signature-256', signatureFor(body).toUpperCase()]]],
  ['upper-case digits', (body) => [['x-hub-signature-256', `sha256=${signatureFor(body).slice(7).toUpperCase()}`]]],
  ['one digit less', (body) => [['x-hub-signature-256', signatureFor(body).slice(0, -1)]]],
  ['one digit more', (body) => [['x-hub-signature-256', `${signatureFor(body)}0`]]],
  ['no prefix', (body) => [['x-hub-signature-256', signatureFor(body).slice(7)]]],
  [
    'SHA-1 under the name of SHA-256',
    (body) => [['x-hub-signature-256', `sha1=${createHmac('sha1', WEBHOOK_SECRET).update(body).digest('hex')}`]],
  ],
  [
    'SHA-1 alone',
    (body) => [['x-hub-signature', `sha1=${createHmac('sha1', WEBHOOK_SECRET).update(body).digest('hex')}`]],
  ],
  [
    'SHA-512',
    (body) => [['x-hub-signature-256', `sha512=${createHmac('sha512', WEBHOOK_SECRET).update(body).digest('hex')}`]],
  ],
  ['that of an empty secret', (body) => [['x-hub-signature-256', signatureFor(body, '')]]],
  ['that of an empty body', () => [signed('')]],
  ['that of the body with a space', (body) => [signed(`${body} `)]],
  ['an empty one', () => [['x-hub-signature-256', '']]],
];

describe('a hostile webhook', () => {
  const service = sharedService();
  let stalled: Promise<readonly RawAnswer[]> = Promise.resolve([]);
  // All that follows is answered while these are kept waiting.
  beforeAll(() => {
    stalled = Promise.all(Array.from({ length: 20 }, () => stall(service().url)));
    stalled.catch(() => {});
  });
  const webhookLines = (from = 0) =>
    service()
      .logLines.slice(from)
      .map((line) => JSON.parse(line) as { readonly msg: string; readonly delivery?: string })
      .filter(({ msg }) => msg.startsWith('[webhook] '));
  // Waiting requests get their log lines at their timeout, whichever test runs then.
  const linesSince = (count: number) => webhookLines(count).filter(({ delivery }) => delivery !== STALLED);

  /** Sends all of them; every answer is documented, and each that came from the receiver has its line in the log. */
  const attack = async (requests: readonly RawRequest[], statuses: readonly number[]) => {
    const before = service().logLines.length;
    const answers = await inTurns(requests, (request) => sendRequest(service().url, request, ANSWER_LIMIT_MS));
    for (const [index, answer] of answers.entries()) {
      const what = JSON.stringify(requests[index]).slice(0, 300);
      expectDocumented(answer, what);
      expect(statuses, what).toContain(answer.status);
      if (answer.status === 200) expect(answer.body).toBe('{"ok":true}');
    }
    const received = answers.filter(({ body }) => body !== NOT_HTTP);
    expect(linesSince(before)).toHaveLength(received.length);
    return answers;
  };

  test.each(FIELDS)(
    'with a naughty string as %s is answered as documented and leaves one [webhook] line [V-17]',
    async (_field, request, statuses) => {
      expect(STRINGS.length).toBeGreaterThan(inSeries(250, 60, 500));
      await attack(STRINGS.map(request), statuses);
    },
  );

  test.each(SHAPES)('of the shape "%s" is answered as documented', async (_shape, body, status) => {
    await attack([delivery(body, EVENT)], [status]);
  });

  test.each(SIGNATURES)(
    'with a signature that is %s is refused with 403, whatever its body [V-2]',
    async (_what, lines) => {
      const bodies = [installationPayload('deleted', UNKNOWN_ID), '{', '', '\0'];
      const requests = bodies.filter((body) => body !== '' || lines(body)[0]?.[1] !== signatureFor(''));
      await attack(
        requests.map(
          (body): RawRequest => ({ method: 'POST', target: TARGET, headers: [JSON_TYPE, EVENT, ...lines(body)], body }),
        ),
        [403],
      );
    },
  );

  test('that is compressed is checked as the bytes it is, and refused as no JSON', async () => {
    const zipped = gzipSync(installationPayload('deleted', UNKNOWN_ID));
    for (const coding of ['gzip', 'br', 'deflate', 'identity, gzip', 'nonsense']) {
      const answer = await postWebhook(service().url, {
        body: new Uint8Array(zipped),
        headers: { 'content-encoding': coding },
      });
      expect([coding, answer.status, answer.json]).toEqual([coding, 400, { error: 'The payload is not valid JSON.' }]);
    }
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(20 * 1024 * 1024, '[')));
    expect((await postWebhook(service().url, { body: bomb, headers: { 'content-encoding': 'gzip' } })).status).toBe(
      400,
    );
  });

  test('that never ends is refused with 413 and cut off, and so is one that announces too much', async () => {
    const flood = await unending(service().url);
    expect(flood.answer).toMatch(/^HTTP\/1\.1 413 .*"The request is too large\."\}$/s);
    expect(flood.sentBytes).toBeLessThan(40 * 1024 * 1024);
    const announced = await sendBytes(service().url, `${head(['content-length', String(26 * 1024 * 1024)])}\r\n`);
    expect(announced.status).toBe(413);
    expectDocumented(announced, 'announced');
  });

  test(
    'whose body stops half-way is given up, and meanwhile others are served',
    async () => {
      for (const { bytes } of await stalled) expect(bytes).toMatch(/^HTTP\/1\.1 408 .*"error":"[^"]+"\}$/s);
      // The receiver hears of it after the answer has gone.
      await expect.poll(() => webhookLines().filter(({ delivery }) => delivery === STALLED)).toHaveLength(20);
      expect((await postWebhook(service().url, { event: 'ping', body: '{}' })).status).toBe(200);
    },
    REQUEST_LIMIT_MS + 15_000,
  );

  test('has left no trace: nothing is cached or polluted, every line is one JSON object without steering characters', async () => {
    for (const unknown of [UNKNOWN_ID, 9e15, Number.MAX_SAFE_INTEGER]) {
      expect(await cachedFacts(service().storage, unknown)).toBeNull();
    }
    const fresh: Readonly<Record<string, unknown>> = {};
    expect([fresh.polluted, fresh.action, Object.keys(Object.prototype)]).toEqual([undefined, undefined, []]);
    for (const line of service().logLines) {
      expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\u2028\u2029\u202e]/u);
      expect(line.length).toBeLessThan(2_000);
    }
    expect(service().logLines.join('')).not.toContain(WEBHOOK_SECRET);
  });
});

/** The head of a delivery that could be signed right, as far as anybody can tell before reading it. */
const head = (...more: readonly Header[]): string =>
  [
    `POST ${TARGET} HTTP/1.1`,
    ...[['host', 'x'], JSON_TYPE, EVENT, ['x-hub-signature-256', `sha256=${'0'.repeat(64)}`], ...more].map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '',
  ].join('\r\n');

/** Sends half a body and then nothing. */
const stall = (url: string): Promise<RawAnswer> =>
  sendBytes(
    url,
    `${head(['content-length', '1000'], ['x-github-delivery', STALLED])}\r\n{"action":`,
    REQUEST_LIMIT_MS + 5_000,
  );

/** Sends chunks until it is stopped, at most 100 MB. */
function unending(url: string): Promise<{ readonly answer: string; readonly sentBytes: number }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let [answer, sentBytes] = ['', 0];
    const socket = connect({ host: hostname, port: Number(port) });
    const chunk = `10000\r\n${'['.repeat(65_536)}\r\n`;
    const send = () => {
      if (socket.destroyed || answer !== '' || sentBytes > 100 * 1024 * 1024) return;
      sentBytes += 65_536;
      if (socket.write(chunk)) setImmediate(send);
      else socket.once('drain', send);
    };
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve({ answer, sentBytes }));
    socket.write(`${head(['transfer-encoding', 'chunked'])}\r\n`);
    send();
  });
}
