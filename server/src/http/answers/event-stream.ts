import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { STREAM_RETRY_MS } from '../../domain/limits/requests.ts';

/**
 * Answers with server-sent events of one name, whose data are texts without a line end; null is a comment, which keeps the
 * connection. The next one is taken when the one before has left: a slow reader takes no memory, and the limit for
 * answers nobody takes cuts who reads nothing.
 */
export function eventStream(reply: FastifyReply, name: string, events: AsyncIterable<string | null>): FastifyReply {
  return reply
    .headers({
      'Content-Type': 'text/event-stream; charset=utf-8',
      // Of nginx, and of proxies that compress: what they keep back arrives too late.
      'X-Accel-Buffering': 'no',
      'Cache-Control': 'no-store, no-transform',
    })
    .send(Readable.from(textsOf(name, events), { objectMode: false, highWaterMark: 1 }));
}

async function* textsOf(name: string, events: AsyncIterable<string | null>): AsyncGenerator<Buffer> {
  yield Buffer.from(`retry: ${STREAM_RETRY_MS}\n\n`);
  for await (const data of events) yield Buffer.from(data === null ? ':\n\n' : `event: ${name}\ndata: ${data}\n\n`);
}
