import type { FastifyRequest } from 'fastify';

/** Whether a client asked for JSON and not for a page: then it gets an error body instead of a redirect (decision S4). */
export function wantsJson(request: FastifyRequest): boolean {
  const accept = request.headers.accept?.toLowerCase() ?? '';
  return accept.includes('application/json') && !accept.includes('text/html');
}

/** Whether a request comes from somebody who looks at pages (decision I4). */
export const wantsPage = (request: FastifyRequest): boolean =>
  request.headers.accept?.toLowerCase().includes('text/html') ?? false;
