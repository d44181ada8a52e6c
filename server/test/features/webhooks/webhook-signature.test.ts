import { createHmac } from 'node:crypto';
import { sign, verify } from '@octokit/webhooks-methods';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { looksSigned, signatureMatches } from '../../../src/features/webhooks/event.ts';
import { cases } from '../../support/random/properties.ts';

const SECRET = "It's a Secret to Everybody";
const BODY = Buffer.from('Hello, World!');
const RIGHT = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';

describe('a webhook signature', () => {
  test('of the published example is right [U-10]', () => {
    expect(signatureMatches(BODY, RIGHT, SECRET)).toBe(true);
    expect(looksSigned(RIGHT)).toBe(true);
  });

  test('agrees with the reference library on any text and secret [U-10]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), async (text, secret) => {
        const header = await sign(secret, text);
        expect(signatureMatches(Buffer.from(text), header, secret)).toBe(true);
        expect(await verify(secret, text, header)).toBe(true);
      }),
      cases({ brief: 100, full: 2_000 }),
    );
  });

  test('covers the bytes as received, also when they are no text [U-10]', () => {
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0xff, 0x00, 0x0d, 0x0a, 0xf0]);
    const header = `sha256=${createHmac('sha256', SECRET).update(bytes).digest('hex')}`;
    expect(signatureMatches(bytes, header, SECRET)).toBe(true);
    expect(signatureMatches(Buffer.from(bytes.toString('utf8')), header, SECRET)).toBe(false);
  });

  const hex = RIGHT.slice('sha256='.length);
  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['without prefix', hex],
    ['with another prefix', `sha1=${hex}`],
    ['with an upper-case prefix', `SHA256=${hex}`],
    ['in upper-case hex', `sha256=${hex.toUpperCase()}`],
    ['cut short', RIGHT.slice(0, -1)],
    ['too long', `${RIGHT}0`],
    ['doubled', `${RIGHT}, ${RIGHT}`],
    ['with a blank in front', ` ${RIGHT}`],
    ['with a blank behind', `${RIGHT} `],
    ['with a line end', `${RIGHT}\n`],
    ['not hex', `sha256=${'g'.repeat(64)}`],
    ['all zeros', `sha256=${'0'.repeat(64)}`],
    ['the prefix alone', 'sha256='],
    ['base64', `sha256=${Buffer.from(hex, 'hex').toString('base64')}`],
    ['of an empty body', `sha256=${createHmac('sha256', SECRET).update('').digest('hex')}`],
    ['with an empty secret', `sha256=${createHmac('sha256', '').update(BODY).digest('hex')}`],
    ['of another algorithm', `sha256=${createHmac('sha512', SECRET).update(BODY).digest('hex').slice(0, 64)}`],
    ['with wide digits', `sha256=${hex.replace('7', '７')}`],
  ])('%s is wrong, and nothing is thrown [U-10]', (_what, header) => {
    expect(signatureMatches(BODY, header, SECRET)).toBe(false);
  });

  test('with any hex digit changed is wrong', () => {
    for (let index = 0; index < hex.length; index += 1) {
      const digit = hex[index] === '0' ? '1' : '0';
      expect(signatureMatches(BODY, `sha256=${hex.slice(0, index)}${digit}${hex.slice(index + 1)}`, SECRET)).toBe(
        false,
      );
    }
  });
});
