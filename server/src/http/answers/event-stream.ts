import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { STREAM_RETRY_MS } from '../../lib/limits/requests.ts';

/**
 * Sends server-sent events; null is a keep-alive comment. Data must be a single line. Each event is fetched after the
 * previous one was sent, so slow readers use no memory.
 */
export function eventStream(reply: FastifyReply, name: string, events: AsyncIterable<string | null>): FastifyReply {
  return reply
    .headers({
      'Content-Type': 'text/event-stream; charset=utf-8',
      // Stops nginx and compressing proxies from buffering.
      'X-Accel-Buffering': 'no',
      'Cache-Control': 'no-store, no-transform',
    })
    .send(Readable.from(textsOf(name, events), { objectMode: false, highWaterMark: 1 }));
}

async function* textsOf(name: string, events: AsyncIterable<string | null>): AsyncGenerator<Buffer> {
  yield Buffer.from(`retry: ${STREAM_RETRY_MS}\n\n`);
  for await (const data of events) yield Buffer.from(data === null ? ':\n\n' : `event: ${name}\ndata: ${data}\n\n`);
}
