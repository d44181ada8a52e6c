import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { entryBytes } from '../../lib/bounds/entry-bytes.ts';
import { lifetime } from '../../lib/bounds/lifetime.ts';
import { ownBytes } from '../../lib/bounds/own-bytes.ts';
import { EARLIER_ANSWERS_MAX_BYTES, EARLIER_ANSWERS_MS } from '../../lib/limits/people.ts';
import { ok } from '../../lib/result.ts';
import type { Clock } from '../../lib/system.ts';
import { NOT_MODIFIED } from '../send/bounded-fetch.ts';
import type { HostAnswer } from '../send/host-answer.ts';
import type { HostRequest, HostSend } from '../send/send.ts';
import { pageLink } from './links.ts';
import { etagOf } from './numbered-pages.ts';
import { PAGE_SIZE } from './pages.ts';

const compress = promisify(deflateRaw);
const decompress = promisify(inflateRaw);

interface EarlierAnswer {
  readonly etag: string;
  readonly link: unknown;
  /** Compressed JSON. */
  readonly body: Buffer;
}

export type EarlierAnswers = LRUCache<string, EarlierAnswer>;

export const createEarlierAnswers = (clock: Clock): EarlierAnswers =>
  new LRUCache<string, EarlierAnswer>({
    ...lifetime(clock, EARLIER_ANSWERS_MS),
    ttlAutopurge: true,
    maxSize: EARLIER_ANSWERS_MAX_BYTES,
    sizeCalculation: ({ body }, name) => entryBytes(name, body.byteLength),
  });

/** The code host confirms with each use that the token may still see the earlier answer. */
export const sendConditionally =
  (send: HostSend, earlier: EarlierAnswers): HostSend =>
  async (request, token) => {
    if (token === null || !isRead(request)) return send(request, token);
    const name = `${createHash('sha256').update(token).digest('base64')} ${request.url.text}`;
    const before = earlier.get(name);
    const answer = await send({ ...request, etag: before?.etag ?? null }, token);
    if (!answer.ok) return answer;
    if (before !== undefined && answer.value.status === NOT_MODIFIED) {
      const body: unknown = JSON.parse((await decompress(before.body)).toString());
      return ok({ ...answer.value, status: 200, headers: { ...answer.value.headers, link: before.link }, body });
    }
    const etag = answer.value.refusal === null && isWhole(answer.value) ? etagOf(answer.value) : null;
    if (etag === null) earlier.delete(name);
    else {
      const body = ownBytes(await compress(JSON.stringify(answer.value.body), { level: 1 }));
      earlier.set(name, { etag, link: answer.value.headers.link, body });
    }
    return answer;
  };

const isRead = ({ method = 'GET', body, etag = null }: HostRequest): boolean =>
  method === 'GET' && body === undefined && etag === null;

/** A full last page stays the same when another page follows it. */
const isWhole = (answer: HostAnswer): boolean =>
  !Array.isArray(answer.body) || answer.body.length < PAGE_SIZE || pageLink(answer, 'next') !== null;
