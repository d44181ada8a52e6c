import type { FastifyReply } from 'fastify';

/** Aborted when whoever waits for the answer has gone, or has it. */
export function departureOf({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const left = new AbortController();
  raw.once('close', () => left.abort());
  if (raw.destroyed) left.abort();
  return left.signal;
}
