import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * What an ETag stands for. `content`: whoever asks gets the same one. `credential`: another token gets another one for
 * the same content, and its conditions never hold. `none`: there are none, as behind a proxy that removes them.
 */
export type EntityTagKind = 'content' | 'credential' | 'none';

/** ETags of replies, and the conditions of requests. */
export type EntityTags = ReturnType<typeof createEntityTags>;
export function createEntityTags() {
  let kind: EntityTagKind = 'content';
  return {
    configure(wanted: EntityTagKind): void {
      kind = wanted;
    },
    /** Adds the ETag, and turns the reply into 304 when the client has it already; answers the body to send. */
    answer(request: FastifyRequest, reply: FastifyReply, payload: string): string {
      if (kind === 'none') return payload;
      const hash = createHash('sha256').update(payload);
      if (kind === 'credential') hash.update(request.headers.authorization ?? '');
      const etag = `W/"${hash.digest('hex')}"`;
      reply.header('etag', etag).header('cache-control', 'private, max-age=60, s-maxage=60');
      const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
      if (!known.includes(etag.slice(2)) && !known.includes('*')) return payload;
      reply.code(304).removeHeader('content-type').removeHeader('content-length');
      return '';
    },
  };
}
