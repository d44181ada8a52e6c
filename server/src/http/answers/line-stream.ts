import { Readable } from 'node:stream';
import type {
  OrganizationFinishedLine,
  OrganizationPreviewLine,
  PreviewedPerson,
  WithheldLine,
} from '@orgdesk/contract';
import type { FastifyReply } from 'fastify';

export const NDJSON = 'application/x-ndjson';

/**
 * Sends NDJSON. Each value is fetched after the previous one was sent, so slow readers use no memory. An error breaks
 * the connection.
 *
 * The iterable notices a disconnection only at its next value; while waiting, it needs `departureOf`.
 */
function lineStream(reply: FastifyReply, values: AsyncIterable<unknown>): FastifyReply {
  return reply
    .headers({
      'Content-Type': `${NDJSON}; charset=utf-8`,
      // Stops nginx and compressing proxies from buffering.
      'X-Accel-Buffering': 'no',
      'Cache-Control': 'no-store, no-transform',
    })
    .send(Readable.from(linesOf(values), { objectMode: false, highWaterMark: 1 }));
}

async function* linesOf(values: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const value of values) yield Buffer.from(`${JSON.stringify(value)}\n`);
}

/** Lines without the final `end`. */
export type ListLines<Line extends { readonly kind: string }> = AsyncIterable<Exclude<Line, { readonly kind: 'end' }>>;

/** Adds an `end` line. `isComplete` ignores parts that only owners may see. */
export const listStream = <Line extends { readonly kind: string }>(
  reply: FastifyReply,
  lines: ListLines<Line>,
): FastifyReply => lineStream(reply, endedLines<Line>(lines));

async function* endedLines<Line extends { readonly kind: string }>(lines: ListLines<Line>) {
  let isComplete = true;
  for await (const line of lines) {
    if (isWithheld(line)) isComplete &&= line.withheld.reason === 'owners-only';
    if (isFinished(line)) isComplete &&= line.isComplete;
    if (isPreview(line)) isComplete &&= line.preview.people.every(isRead);
    yield line;
  }
  yield { kind: 'end', isComplete };
}

const isFinished = (line: { readonly kind: string }): line is OrganizationFinishedLine => line.kind === 'finished';

const isPreview = (line: { readonly kind: string }): line is OrganizationPreviewLine => line.kind === 'preview';

/** What a change does not concern is empty; null is what was not read. */
const isRead = ({ teams, repositoryCount, sentInvitationCount, verdict }: PreviewedPerson): boolean =>
  verdict !== 'unknown' && teams !== null && repositoryCount !== null && sentInvitationCount !== null;

const isWithheld = (line: { readonly kind: string }): line is WithheldLine => line.kind === 'withheld';
