import { createHmac } from 'node:crypto';

/** An HMAC of a constant under each key. */
export const keyPrintsOf = (signingKey: Uint8Array | null, tokenKeys: readonly Uint8Array[]): KeyPrints => ({
  signing: signingKey === null ? null : printOf(signingKey, 'signing'),
  tokens: tokenKeys.map((key) => printOf(key, 'sealing')),
});

const PRINT_CHARACTERS = 32;

const printOf = (key: Uint8Array, use: string): string =>
  createHmac('sha256', key).update(`orgdesk ${use} key`).digest('hex').slice(0, PRINT_CHARACTERS);

/** Fingerprints, which do not reveal the keys. */
export interface KeyPrints {
  /** Of the key that signs state tokens; null if unknown. */
  readonly signing: string | null;
  /** Of the keys that decrypt stored tokens; the first one encrypts. */
  readonly tokens: readonly string[];
}
