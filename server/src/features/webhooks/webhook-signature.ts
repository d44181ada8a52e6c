import { createHmac, timingSafeEqual } from 'node:crypto';

const SIGNATURE = /^sha256=([0-9a-f]{64})$/;

/** Checks the format, so that a request can be refused before its body is read. */
export const looksSigned = (header: string | undefined): header is string =>
  header !== undefined && SIGNATURE.test(header);

/** Compares in constant time and never throws. Specification: Authentication 9. */
export function signatureMatches(body: Uint8Array, header: string | undefined, secret: string): boolean {
  const [, hex] = SIGNATURE.exec(header ?? '') ?? [];
  if (hex === undefined) return false;
  return timingSafeEqual(createHmac('sha256', secret).update(body).digest(), Buffer.from(hex, 'hex'));
}
