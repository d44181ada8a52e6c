import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** `content`: equal for all callers. `credential`: depends on the token. `none`: removed by a proxy. */
export type EntityTagKind = 'content' | 'credential' | 'none';

export function createEntityTags() {
  let kind: EntityTagKind = 'content';
  return {
    configure(newKind: EntityTagKind): void {
      kind = newKind;
    },
    answer(request: FastifyRequest, reply: FastifyReply, payload: string): string {
      if (kind === 'none') return payload;
      const hash = createHash('sha256').update(payload);
      if (kind === 'credential') hash.update(request.headers.authorization ?? '');
      const etag = `W/"${hash.digest('hex')}"`;
      reply.header('etag', etag).header('cache-control', 'private, max-age=60, s-maxage=60');
      const requestTags = (request.headers['if-none-match'] ?? '')
        .split(',')
        .map((tag) => tag.trim().replace(/^W\//, ''));
      if (!requestTags.includes(etag.slice(2)) && !requestTags.includes('*')) return payload;
      reply.code(304).removeHeader('content-type').removeHeader('content-length');
      return '';
    },
  };
}
