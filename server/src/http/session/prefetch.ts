import type { FastifyReply, FastifyRequest } from 'fastify';

export const PREFETCH = {
  status: 503,
  error: 'This address has effects, so it is not prefetched. Please open it.',
} as const;

/**
 * Browsers fetch links ahead that nobody opened. The status makes them discard the answer, so that opening the link
 * asks again (decision S21). Source: https://wicg.github.io/nav-speculation/prefetch.html#sec-purpose-header;
 * `Purpose` is what browsers sent before.
 */
export async function refusePrefetch(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const { 'sec-purpose': purpose = '', purpose: former = '' } = request.headers;
  if (!/\bprefetch\b/i.test(`${purpose} ${former}`)) return undefined;
  return reply.code(PREFETCH.status).header('Cache-Control', 'no-store').send({ error: PREFETCH.error });
}
