import { Readable } from 'node:stream';
import type { WithheldLine } from '@orgdesk/contract';
import type { FastifyReply } from 'fastify';

/** Media type of lines of JSON. */
export const NDJSON = 'application/x-ndjson';

/**
 * Answers with values, each a line of JSON (NDJSON). The next one is taken when the one before has left: a slow reader takes
 * no memory, and the limit for answers nobody takes cuts who reads nothing. A surprise in the middle breaks the connection.
 *
 * What makes the values is told to end when it is asked for the next one; whoever waits for something in between has to know
 * by `departureOf` that nobody reads any more.
 */
export function lineStream(reply: FastifyReply, values: AsyncIterable<unknown>): FastifyReply {
  return reply
    .headers({
      'Content-Type': `${NDJSON}; charset=utf-8`,
      // Of nginx, and of proxies that compress: what they keep back arrives too late.
      'X-Accel-Buffering': 'no',
      'Cache-Control': 'no-store, no-transform',
    })
    .send(Readable.from(linesOf(values), { objectMode: false, highWaterMark: 1 }));
}

async function* linesOf(values: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const value of values) yield Buffer.from(`${JSON.stringify(value)}\n`);
}

/** A list in lines: those of what it is about, and those that name what is missing. */
export type ListLines<Line extends { readonly kind: string }> = AsyncIterable<Exclude<Line, { readonly kind: 'end' }>>;

/** The same for a list whose last line is `end`, which tells whether anything is missing that the viewer may see. */
export const listStream = <Line extends { readonly kind: string }>(
  reply: FastifyReply,
  lines: ListLines<Line>,
): FastifyReply => lineStream(reply, endedLines<Line>(lines));

async function* endedLines<Line extends { readonly kind: string }>(lines: ListLines<Line>) {
  let isComplete = true;
  for await (const line of lines) {
    if (isWithheld(line)) isComplete &&= line.withheld.reason === 'owners-only';
    yield line;
  }
  yield { kind: 'end', isComplete };
}

const isWithheld = (line: { readonly kind: string }): line is WithheldLine => line.kind === 'withheld';
