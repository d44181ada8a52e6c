import { createCipheriv, createDecipheriv } from 'node:crypto';
import { CIPHER_IV_BYTES, CIPHER_TAG_BYTES } from '../limits/sessions.ts';
import type { Entropy } from '../system.ts';
import type { HostToken } from './credentials.ts';

/** AES-256-GCM. Specification: Stored session. */
export interface EncryptedToken {
  readonly ciphertext: Uint8Array;
  readonly iv: Uint8Array;
  readonly tag: Uint8Array;
}

export interface TokenCipher {
  /** Uses the first key. `place` names row and field, so that a ciphertext cannot be moved. */
  encrypt(secret: string, place: string): EncryptedToken;
  decrypt(encrypted: EncryptedToken, place: string): HostToken | null;
  isCurrent(encrypted: EncryptedToken, place: string): boolean;
}

/** The first key encrypts, all decrypt (decision S15). */
export function createTokenCipher(keys: readonly Uint8Array[], entropy: Entropy): TokenCipher {
  const [encryptionKey] = keys;
  if (encryptionKey === undefined) throw new Error('a token cipher needs at least one key');

  return {
    encrypt(secret, place) {
      const iv = entropy.bytes(CIPHER_IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv, { authTagLength: CIPHER_TAG_BYTES });
      cipher.setAAD(Buffer.from(place));
      const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return { ciphertext, iv, tag: cipher.getAuthTag() };
    },
    decrypt(encrypted, place) {
      for (const key of keys) {
        const token = decryptWith(key, encrypted, place);
        if (token !== null) return token;
      }
      return null;
    },
    isCurrent: (encrypted, place) => decryptWith(encryptionKey, encrypted, place) !== null,
  };
}

function decryptWith(key: Uint8Array, { ciphertext, iv, tag }: EncryptedToken, place: string): HostToken | null {
  // Without this check, Node accepts truncated tags, which can be forged.
  if (iv.length !== CIPHER_IV_BYTES || tag.length !== CIPHER_TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: CIPHER_TAG_BYTES });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8') as HostToken;
  } catch {
    return null;
  }
}
