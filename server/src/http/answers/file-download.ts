import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { DOWNLOAD_CHUNK_BYTES } from '../../lib/limits/requests.ts';
import type { Download } from '../server/downloads.ts';

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
