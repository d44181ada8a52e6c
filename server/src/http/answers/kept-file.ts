import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export interface KeptFile {
  readonly type: 'text/csv' | 'application/x-ndjson';
  readonly name: string;
  /** The next one is asked for when the one before has left: never more is in memory. */
  readonly pieces: AsyncIterable<string>;
}

/** Answers with a text that browsers keep as a file. */
export const keptFile = (reply: FastifyReply, { type, name, pieces }: KeptFile): FastifyReply =>
  reply
    .header('Content-Type', `${type}; charset=utf-8`)
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .send(Readable.from(pieces, { highWaterMark: 1 }));

/** What a file of an organization is called; plain enough for every file system, and for the header it stands in. */
export const fileNameOf = (what: string, organization: string, at: Date, ending: string): string =>
  `${what}-${organization.replaceAll(/[^\w-]/g, '_')}-${at.toISOString().slice(0, 10)}.${ending}`;
