import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyRequest } from 'fastify';

/** The preferred content coding; null if the client accepts none. */
export const acceptedCoding = ({ headers }: FastifyRequest, codings: readonly string[]): string | null =>
  negotiate((headers['accept-encoding'] ?? '').toLowerCase(), [...codings]);

/** Weak comparison (RFC 9110, 13.1.2). */
export function hasCopy({ headers: { 'if-none-match': ifNoneMatch } }: FastifyRequest, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map(opaque);
  return tags.includes(opaque(etag)) || tags.includes('*');
}

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');
