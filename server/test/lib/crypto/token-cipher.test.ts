import { createCipheriv, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  cipherKeysOf,
  createTokenCipher,
  type EncryptedToken,
  type HostToken,
  signingKeyOf,
} from '../../../src/lib/secrets.ts';
import { systemEntropy } from '../../../src/lib/system.ts';

const OLD = 'an old secret of tests, longer than 32 characters';
const NEW = 'a new secret of tests, longer than 32 characters';
const TOKEN = 'ghu_exampleexampleexample' as HostToken;
const cipher = createTokenCipher(cipherKeysOf([NEW, OLD]), systemEntropy);

describe('an encrypted token', () => {
  test('is AES-256-GCM under the SHA-256 of the secret, with a 16-byte IV and a 16-byte tag [R-8 R-9 M-6]', async () => {
    const { createHash, createDecipheriv } = await import('node:crypto');
    const encrypted = cipher.encrypt(TOKEN, 'row and field');
    expect([encrypted.iv.length, encrypted.tag.length]).toEqual([16, 16]);
    const key = createHash('sha256').update(NEW).digest();
    const opener = createDecipheriv('aes-256-gcm', key, encrypted.iv, { authTagLength: 16 });
    opener.setAAD(Buffer.from('row and field')).setAuthTag(encrypted.tag);
    expect(opener.update(encrypted.ciphertext, undefined, 'utf8') + opener.final('utf8')).toBe(TOKEN);
  });

  test('of any length opens to the same text', () => {
    for (const length of [0, 1, 40, 4_000]) {
      const token = 'é'.repeat(length) as HostToken;
      expect(cipher.decrypt(cipher.encrypt(token, 'row and field'), 'row and field')).toBe(token);
    }
  });

  test('does not open with other associated data', () => {
    expect(cipher.decrypt(cipher.encrypt(TOKEN, 'session-1:access'), 'session-1:refresh')).toBeNull();
    expect(cipher.decrypt(cipher.encrypt(TOKEN, 'session-1:access'), 'session-2:access')).toBeNull();
  });

  test('does not open when any bit of it is flipped [U-6]', () => {
    const encrypted = cipher.encrypt(TOKEN, 'row and field');
    for (const part of ['ciphertext', 'iv', 'tag'] as const) {
      for (let index = 0; index < encrypted[part].length * 8; index += 1) {
        const changed = Buffer.from(encrypted[part]);
        changed.writeUInt8(changed.readUInt8(index >> 3) ^ (1 << (index & 7)), index >> 3);
        expect(cipher.decrypt({ ...encrypted, [part]: changed }, 'row and field')).toBeNull();
      }
    }
  });

  test.each([0, 4, 8, 12, 15])('does not open with its tag cut to %s bytes', (length) => {
    const key = cipherKeysOf([NEW])[0] ?? Buffer.alloc(0);
    const iv = randomBytes(16);
    const short = createCipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });
    short.setAAD(Buffer.from('row and field'));
    const ciphertext = Buffer.concat([short.update(TOKEN), short.final()]);
    const encrypted: EncryptedToken = { ciphertext, iv, tag: short.getAuthTag().subarray(0, length) };
    expect(cipher.decrypt(encrypted, 'row and field')).toBeNull();
  });

  test('opens with any configured secret and is encrypted with the first', () => {
    const before = createTokenCipher(cipherKeysOf([OLD]), systemEntropy);
    expect(cipher.decrypt(before.encrypt(TOKEN, 'row and field'), 'row and field')).toBe(TOKEN);
    expect(before.decrypt(cipher.encrypt(TOKEN, 'row and field'), 'row and field')).toBeNull();
  });

  test('never shares an IV with another [R-8]', () => {
    const ivs = new Set(
      Array.from({ length: 100_000 }, () => Buffer.from(cipher.encrypt(TOKEN, 'p').iv).toString('hex')),
    );
    expect(ivs.size).toBe(100_000);
  });
});

describe('the signing key', () => {
  test('is the session secret when there is one [T-4]', () => {
    expect(Buffer.from(signingKeyOf('a secret', ['x'])).toString()).toBe('a secret');
  });

  test('is otherwise a hash of the App credentials, another one for other credentials [T-4]', () => {
    const key = signingKeyOf(null, ['a', 'b']);
    expect(key).toHaveLength(32);
    expect(signingKeyOf(null, ['a', 'b'])).toEqual(key);
    expect(signingKeyOf(null, ['ab', ''])).not.toEqual(key);
  });
});
