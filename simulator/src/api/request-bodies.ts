import type { FastifyInstance } from 'fastify';
import { ApiError } from './errors.ts';

/** As JSON whatever the media type, as the platform does. */
export function readBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string | Buffer) => {
    const text = body.toString();
    if (text.trim() === '') return undefined;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw new ApiError(400, 'Problems parsing JSON');
    }
  });
}
