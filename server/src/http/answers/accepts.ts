import type { FastifyRequest } from 'fastify';

/** Returns true if errors are sent as JSON instead of a redirect (decision S4). */
export function wantsJson(request: FastifyRequest): boolean {
  const accept = request.headers.accept?.toLowerCase() ?? '';
  return accept.includes('application/json') && !accept.includes('text/html');
}

/** Decision I4. */
export const wantsPage = (request: FastifyRequest): boolean =>
  request.headers.accept?.toLowerCase().includes('text/html') ?? false;
