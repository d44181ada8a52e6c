import type { FastifyRequest } from 'fastify';

/** A query value that was sent exactly once; a repeated one counts as missing, and a missing one is empty. */
export function queryText(request: FastifyRequest, name: string): string {
  const value = (request.query as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : '';
}
