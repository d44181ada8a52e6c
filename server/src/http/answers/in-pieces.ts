import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  OrganizationFinishedLine,
  OrganizationPreviewLine,
  PreviewedPerson,
  WithheldLine,
} from '@orgdesk/contract';
import type { FastifyReply } from 'fastify';
import { DOWNLOAD_CHUNK_BYTES, STREAM_RETRY_MS } from '../../lib/limits/http.ts';
import type { Download } from '../server/downloads.ts';

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

export interface FileDownload {
  readonly type: 'text/csv' | 'application/x-ndjson';
  readonly name: string;
  /** Each piece is fetched after the previous one was sent. */
  readonly texts: AsyncIterable<string>;
  readonly download: Download;
}

export const sendFile = (reply: FastifyReply, { type, name, texts: pieces, download }: FileDownload): FastifyReply =>
  reply
    .header('Content-Type', `${type}; charset=utf-8`)
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .send(Readable.from(chunksOf(pieces, download), { objectMode: false, highWaterMark: 1, signal: download.end }));

const UTF8 = new TextEncoder();

/** Yields to other work after each chunk. */
async function* chunksOf(texts: AsyncIterable<string>, { proceed }: Pick<Download, 'proceed'>): AsyncGenerator<Buffer> {
  let chunk = Buffer.allocUnsafe(DOWNLOAD_CHUNK_BYTES);
  let length = 0;
  for await (const text of texts) {
    for (let rest = text; rest !== ''; ) {
      const { read, written } = UTF8.encodeInto(rest, chunk.subarray(length));
      rest = rest.slice(read);
      length += written;
      if (rest === '') break;
      yield chunk.subarray(0, length);
      await nextTurn();
      await proceed();
      chunk = Buffer.allocUnsafe(DOWNLOAD_CHUNK_BYTES);
      length = 0;
    }
  }
  if (length > 0) yield chunk.subarray(0, length);
}

/** Valid in every file system and in the header. */
export const fileNameOf = (what: string, organization: string, at: Date, ending: string): string =>
  `${what}-${organization.replaceAll(/[^\w-]/g, '_')}-${at.toISOString().slice(0, 10)}.${ending}`;

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
