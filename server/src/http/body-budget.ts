import type { FastifyReply, FastifyRequest } from 'fastify';

export interface BodyBudget {
  /** Bodies above `freeBelowBytes` may take this much memory together. */
  readonly totalBytes: number;
  readonly freeBelowBytes: number;
  /** What a body without an announced length is counted as: the largest that is accepted. */
  readonly unannouncedBytes: number;
  /** Told of each request that was turned away. */
  readonly onRefused: (request: FastifyRequest) => void;
}

/**
 * Hook that keeps large bodies from filling the memory: a request that would not fit beside those that are being read
 * is answered 503 before its body is read. Small bodies always fit, so they get through whatever the large ones do.
 */
export function createBodyBudget({ totalBytes, freeBelowBytes, unannouncedBytes, onRefused }: BodyBudget) {
  let taken = 0;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const announced = Number(request.headers['content-length'] ?? unannouncedBytes);
    const bytes = Math.min(announced, unannouncedBytes);
    if (bytes <= freeBelowBytes) return undefined;
    if (taken + bytes > totalBytes) {
      onRefused(request);
      return reply
        .code(503)
        .headers({ Connection: 'close', 'Retry-After': '30' })
        .send({ error: 'Too many large requests at once. Please try again.' });
    }
    taken += bytes;
    reply.raw.once('close', () => {
      taken -= bytes;
    });
    return undefined;
  };
}
