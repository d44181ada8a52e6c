import { createHmac, generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { createStateTokens, type FlowState } from '../../../src/lib/state-token.ts';

const KEY = Buffer.from('a signing key for tests that is long enough');
const ORIGIN = 'https://orgdesk.example';
const NOON = new Date('2026-06-01T12:00:00.000Z');
const NOON_SECONDS = NOON.getTime() / 1000;

const tokensAt = (now: Date, audience = ORIGIN) => createStateTokens({ key: KEY, audience }, { now: () => now });
const seconds = (count: number) => new Date(NOON.getTime() + count * 1000);

const STATE: FlowState = { type: 'oauth', csrf: 'csrf-value', mode: 'web', returnTo: '/organizations' };
const CLAIMS = { ...STATE, iss: ORIGIN, aud: ORIGIN, iat: NOON_SECONDS, exp: NOON_SECONDS + 600 };

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
function forge(header: object, claims: object, key: Uint8Array | string = KEY, hash = 'sha256'): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
}
const HS256 = { alg: 'HS256', typ: 'JWT' };
const verdict = async (token: string, now = NOON) => {
  const answer = await tokensAt(now).verify(token);
  return answer.ok ? 'believed' : answer.refusal.kind;
};

describe('a state token', () => {
  test('carries exactly the documented fields beside the standard claims [T-1]', async () => {
    const [, payload = ''] = (await tokensAt(NOON).issue(STATE)).split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual(CLAIMS);
  });

  test('comes back as it was issued', async () => {
    const token = await tokensAt(NOON).issue(STATE);
    expect(await tokensAt(seconds(599)).verify(token)).toEqual({
      ok: true,
      value: { state: STATE, expiresAt: seconds(600) },
    });
  });

  test('expires after exactly ten minutes, and still tells where it wanted to go [T-3 M-3]', async () => {
    const token = await tokensAt(NOON).issue(STATE);
    expect(await tokensAt(seconds(600)).verify(token)).toEqual({
      ok: false,
      refusal: { kind: 'expired', state: STATE },
    });
  });

  test('issued by an instance whose clock runs up to six minutes ahead is believed', async () => {
    const token = await tokensAt(seconds(360)).issue(STATE);
    expect(await verdict(token)).toBe('believed');
    expect(await verdict(await tokensAt(seconds(362)).issue(STATE))).toBe('invalid');
  });

  test('of another installation with the same key is invalid', async () => {
    const token = await tokensAt(NOON, 'https://other.example').issue(STATE);
    expect(await verdict(token)).toBe('invalid');
  });

  test('with any single bit flipped is invalid [T-5]', async () => {
    const token = await tokensAt(NOON).issue(STATE);
    const bytes = Buffer.from(token);
    for (let index = 0; index < bytes.length; index += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const flipped = Buffer.from(bytes);
        flipped.writeUInt8(flipped.readUInt8(index) ^ (1 << bit), index);
        const text = flipped.toString('latin1');
        // The last character of a base64url signature carries unused bits: the same bytes, another spelling.
        const sameSignature = Buffer.from(text.split('.')[2] ?? '', 'base64url').equals(
          Buffer.from(token.split('.')[2] ?? '', 'base64url'),
        );
        const sameText = text.slice(0, text.lastIndexOf('.')) === token.slice(0, token.lastIndexOf('.'));
        if (sameSignature && sameText) continue;
        expect(await verdict(text), `byte ${index}, bit ${bit}`).toBe('invalid');
      }
    }
  });

  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const hostile: readonly (readonly [string, () => string | Promise<string>])[] = [
    ['nothing', () => ''],
    ['not a token', () => 'abc'],
    ['two parts', () => 'a.b'],
    ['a trailing dot', () => `${forge(HS256, CLAIMS)}.`],
    ['four parts', () => `${forge(HS256, CLAIMS)}.x`],
    ['no signature', () => `${encode(HS256)}.${encode(CLAIMS)}.`],
    ['a truncated signature', () => forge(HS256, CLAIMS).slice(0, -10)],
    ['alg none', () => `${encode({ alg: 'none' })}.${encode(CLAIMS)}.`],
    ['alg None with a signature', () => forge({ alg: 'None' }, CLAIMS)],
    ['alg HS384', () => forge({ alg: 'HS384' }, CLAIMS, KEY, 'sha384')],
    ['alg HS512', () => forge({ alg: 'HS512' }, CLAIMS, KEY, 'sha512')],
    ['alg HS384 announced as HS256', () => forge(HS256, CLAIMS, KEY, 'sha384')],
    ['alg RS256', () => new SignJWT(CLAIMS).setProtectedHeader({ alg: 'RS256' }).sign(rsa.privateKey)],
    ['alg RS256 keyed with our secret', () => forge({ alg: 'RS256' }, CLAIMS)],
    ['no alg', () => forge({ typ: 'JWT' }, CLAIMS)],
    ['an unknown crit', () => forge({ ...HS256, crit: ['exp'] }, CLAIMS)],
    ['b64 false', () => forge({ ...HS256, b64: false, crit: ['b64'] }, CLAIMS)],
    [
      'its own key in jwk',
      () => forge({ ...HS256, jwk: { kty: 'oct', k: 'AAAA' } }, CLAIMS, Buffer.from('AAAA', 'base64')),
    ],
    ['a jku', () => forge({ ...HS256, jku: 'http://127.0.0.1:1/' }, CLAIMS, 'other')],
    ['another key', () => forge(HS256, CLAIMS, 'another key')],
    ['an empty key', () => forge(HS256, CLAIMS, '')],
    ['no exp', () => forge(HS256, { ...CLAIMS, exp: undefined })],
    ['no iat', () => forge(HS256, { ...CLAIMS, iat: undefined })],
    ['exp as text', () => forge(HS256, { ...CLAIMS, exp: String(NOON_SECONDS + 600) })],
    ['exp far in the future', () => forge(HS256, { ...CLAIMS, exp: NOON_SECONDS + 86_400 })],
    ['iat in the future', () => forge(HS256, { ...CLAIMS, iat: NOON_SECONDS + 400, exp: NOON_SECONDS + 600 })],
    ['nbf in the future', () => forge(HS256, { ...CLAIMS, nbf: NOON_SECONDS + 300 })],
    ['no audience', () => forge(HS256, { ...CLAIMS, aud: undefined })],
    ['no issuer', () => forge(HS256, { ...CLAIMS, iss: undefined })],
    ['an unknown type', () => forge(HS256, { ...CLAIMS, type: 'session' })],
    ['no type', () => forge(HS256, { ...CLAIMS, type: undefined })],
    ['an unknown mode', () => forge(HS256, { ...CLAIMS, mode: 'desktop' })],
    ['an empty csrf', () => forge(HS256, { ...CLAIMS, csrf: '' })],
    ['a csrf that is no text', () => forge(HS256, { ...CLAIMS, csrf: ['csrf-value'] })],
    ['a returnTo that is no text', () => forge(HS256, { ...CLAIMS, returnTo: { href: '/' } })],
    ['an install state without session', () => forge(HS256, { ...CLAIMS, type: 'install' })],
    ['a payload that is no object', () => forge(HS256, [CLAIMS])],
    ['a payload that is not JSON', () => `${encode(HS256)}.${Buffer.from('{').toString('base64url')}.AAAA`],
    ['100 KB', () => 'a'.repeat(100_000)],
  ];

  test.each(hostile)('with %s is invalid [W-4 T-5 U-5]', async (_what, make) => {
    expect(await verdict(await make())).toBe('invalid');
  });

  test('that the table of hostile ones varies is believed when nothing is changed', async () => {
    expect(await verdict(forge(HS256, CLAIMS))).toBe('believed');
  });
});
