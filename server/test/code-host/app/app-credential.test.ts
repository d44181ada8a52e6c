import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { expect, test } from 'vitest';
import { type HostUnderTest, NOON, startHost } from '../host-under-test.ts';
import { startLoopback } from '../loopback.ts';

const NOON_SECONDS = NOON.getTime() / 1000;
const MINUTE_MS = 60_000;

const keyOf = (modulusLength: number, type: 'pkcs1' | 'pkcs8' = 'pkcs8') =>
  generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type, format: 'pem' },
  });

test('the App shows a JWT of its ID that begins and ends five minutes from now, and nothing else', async () => {
  const { hostWith } = await startHost();
  const shown: string[] = [];
  const server = await startLoopback((request, response) => {
    shown.push(request.headers.authorization ?? '');
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  });

  await hostWith({ apiUrl: new URL(server.url), appId: '4711' }).installations();

  const jwt = shown[0]?.replace('Bearer ', '') ?? '';
  expect(decodeProtectedHeader(jwt)).toEqual({ alg: 'RS256', typ: 'JWT' });
  expect(decodeJwt(jwt)).toEqual({ iss: '4711', iat: NOON_SECONDS - 300, exp: NOON_SECONDS + 300 });
});

test.for([-4 * MINUTE_MS, 0, 4 * MINUTE_MS])('a platform clock %i ms away is no matter', async (awayMs) => {
  const { host } = await startHost({ now: () => NOON.getTime() + awayMs });

  expect(await host.installations()).toMatchObject({ ok: true });
});

test.for([-20 * MINUTE_MS, 20 * MINUTE_MS])('a platform clock %i ms away is unauthorized, once', async (awayMs) => {
  const { host, simulator, log } = await startHost({ now: () => NOON.getTime() + awayMs });

  expect(await host.installations()).toEqual({ ok: false, refusal: { kind: 'unauthorized' } });
  expect(simulator.control.count()).toBe(1);
  expect(log.lines).toEqual([
    { level: 'warn', message: expect.stringContaining('claim'), sentence: expect.stringContaining('the clock') },
  ]);
});

test('a key as the platform hands it out (PKCS#1) works', async () => {
  const { publicKey, privateKey } = keyOf(2048, 'pkcs1');
  const { hostWith } = await startHost({ app: { publicKeyPem: publicKey } });
  expect(privateKey).toContain('BEGIN RSA PRIVATE KEY');

  expect(await hostWith({ appPrivateKey: privateKey }).installations()).toMatchObject({ ok: true });
});

test('the key of another App is unauthorized everywhere, without a word of it', async () => {
  const setup = await startHost();
  const { privateKey } = keyOf(2048);

  for (const outcome of await everyAppCall(setup, privateKey)) {
    expect(outcome).toEqual({ ok: false, refusal: { kind: 'unauthorized' } });
  }
  expect(setup.log.lines).toHaveLength(7);
  expectNothingOf([privateKey], setup.log.lines);
});

test.for([
  ['nothing', ''],
  ['no PEM', 'the-secret-that-is-no-key'],
  ['broken PEM', '-----BEGIN RSA PRIVATE KEY-----\nMIIsecretsecret\n-----END RSA PRIVATE KEY-----\n'],
  ['a short key', keyOf(1024).privateKey],
  [
    'a key of another kind',
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  ],
] as const)('%s in place of the key refuses every call before it is sent, without a word of it', async ([, key]) => {
  const setup = await startHost();

  const outcomes = await everyAppCall(setup, key);

  for (const outcome of outcomes) {
    expect(outcome).toEqual({
      ok: false,
      refusal: { kind: 'unreachable', message: 'CODE_HOST_APP_PRIVATE_KEY is not a valid RSA key' },
    });
  }
  expect(setup.simulator.control.count()).toBe(0);
  expectNothingOf([key], [outcomes, setup.log.lines]);
});

function everyAppCall({ hostWith }: HostUnderTest, appPrivateKey: string) {
  const host = hostWith({ appPrivateKey });
  return Promise.all([
    host.installation(1),
    host.installations(),
    host.installationOn('acme'),
    host.registeredApp(),
    host.repositoriesOf(1),
    host.deliveriesSince(NOON),
    host.redeliver('1'),
  ]);
}

// Any line of a key is a leak, whole or in part.
function expectNothingOf(keys: readonly string[], output: unknown): void {
  const text = JSON.stringify(output);
  for (const line of keys.flatMap((key) => key.split('\n')).filter((line) => line.length >= 8)) {
    expect(text).not.toContain(line.slice(0, 20));
  }
  expect(text).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+|PRIVATE KEY-----/);
}
