import { createHmac, timingSafeEqual } from 'node:crypto';

const SIGNATURE = /^sha256=([0-9a-f]{64})$/;

/** Whether a header can be a signature at all. Lets a request be refused before its body is read. */
export const looksSigned = (header: string | undefined): header is string =>
  header !== undefined && SIGNATURE.test(header);

/**
 * Whether a webhook was signed with the secret: `sha256=` and the lower-case hex HMAC-SHA256 of the received
 * bytes, compared in constant time. Specification: Authentication 9. Never throws, whatever the header says.
 */
export function signatureMatches(body: Uint8Array, header: string | undefined, secret: string): boolean {
  const [, hex] = SIGNATURE.exec(header ?? '') ?? [];
  if (hex === undefined) return false;
  return timingSafeEqual(createHmac('sha256', secret).update(body).digest(), Buffer.from(hex, 'hex'));
}
