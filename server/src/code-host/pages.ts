import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Static, TSchema } from 'typebox';
import type { HostRefusal, HostResult } from '../domain/host-refusal.ts';
import { entryBytes, lifetime, ownBytes } from '../lib/bounds.ts';
import { ETAG_MAX_CHARACTERS, LIST_BOUNDS, PAGES_AT_ONCE } from '../lib/limits/code-host.ts';
import { EARLIER_ANSWERS_MAX_BYTES, EARLIER_ANSWERS_MS } from '../lib/limits/people.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import type { Clock, Log } from '../lib/system.ts';
import { addressOfPage, type HostAddress, hostPath } from './host-path.ts';
import { NOT_MODIFIED } from './send/bounded-fetch.ts';
import { UNEXPECTED, type Unreachable, unreachable } from './send/refusals.ts';
import { bodyOf, type HostRequest, type HostSend, type ReadAs } from './send/send.ts';
import type { HostAnswer } from './send/shapes.ts';

/** GitHub docs: Using pagination in the REST API. */
function pageLink({ headers }: Pick<HostAnswer, 'headers'>, relation: 'next' | 'last'): string | null {
  if (typeof headers.link !== 'string') return null;
  const links = headers.link.matchAll(/<([^<>]*)>[^<,]*;\s*rel="?(next|last)"?\s*(?=[;,]|$)/g);
  return links.find(([, , named]) => named === relation)?.[1] ?? null;
}

/** Refuses another origin: the token would be sent there. */
export function nextPage(answer: Pick<HostAnswer, 'url' | 'headers'>): Result<string | null, Unreachable> {
  const next = pageLink(answer, 'next');
  if (next === null || URL.parse(next)?.origin === new URL(answer.url).origin) return ok(next);
  return refuse(unreachable('next page on another host'));
}

export function lastPageNumber(answer: Pick<HostAnswer, 'headers'>): number | null {
  const last = pageLink(answer, 'last');
  const number = last === null ? null : URL.parse(last)?.searchParams.get('page');
  return typeof number === 'string' && /^[1-9]\d{0,8}$/.test(number) ? Number(number) : null;
}

export const PAGE_SIZE = 100;

interface ListBound {
  readonly pagesMax: number;
  /** `cut`: the pages read count as the list, and a warning is logged. */
  readonly longer: 'refused' | 'cut';
}

export interface HostPage<T> {
  readonly body: T;
  readonly next: string | null;
}

type PageReader<T> = (cursor: string | null) => Promise<HostResult<HostPage<T>>>;

export async function* followPages<T>(
  read: PageReader<T>,
  { pagesMax, longer }: ListBound,
  log: Log,
): AsyncGenerator<HostResult<T>, void> {
  let cursor: string | null = null;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page: HostResult<HostPage<T>> = await read(cursor);
    yield page.ok ? ok(page.value.body) : page;
    if (!page.ok || page.value.next === null) return;
    cursor = page.value.next;
  }
  if (longer === 'refused') yield refuse(tooLong(pagesMax));
  else log.warn({ pages: pagesMax }, 'a list on the code host exceeds the page limit; the rest is ignored');
}

const tooLong = (pagesMax: number): HostRefusal => unreachable(`a list of more than ${pagesMax} pages`);

export async function readPages<T>(...list: Parameters<typeof followPages<T>>): Promise<HostResult<readonly T[]>> {
  const bodies: T[] = [];
  for await (const page of followPages(...list)) {
    if (!page.ok) return page;
    bodies.push(page.value);
  }
  return ok(bodies);
}

/** Keeps the last entry per key: the platform repeats entries when a list shifts. */
export const eachOnce = <T, K>(entries: readonly T[], keyOf: (entry: T) => K): readonly T[] => [
  ...new Map(entries.map((entry) => [keyOf(entry), entry])).values(),
];

/** `url`: of the first page, without its size. */
type ListRequest = Pick<HostRequest, 'call' | 'url' | 'end'>;

export const linkedPages =
  <S extends TSchema>(send: ReadAs, { call, url, end }: ListRequest, schema: S): PageReader<Static<S>> =>
  async (cursor) => {
    const answer = await send({ call, url: cursor === null ? firstPage(url) : addressOfPage(cursor), end });
    if (!answer.ok) return answer;
    const body = bodyOf(answer, schema);
    if (!body.ok) return body;
    const next = nextPage(answer.value);
    return next.ok ? ok({ body: body.value, next: next.value }) : next;
  };

const firstPage = (path: HostAddress): HostAddress =>
  path.text.includes('?') ? hostPath`${path}&per_page=${PAGE_SIZE}` : hostPath`${path}?per_page=${PAGE_SIZE}`;

export async function* readAhead<T>(
  count: number,
  ahead: number,
  read: (number: number) => Promise<T>,
): AsyncGenerator<T, void> {
  const reading: Promise<T>[] = [];
  for (let number = 1; number <= count || reading.length > 0; ) {
    for (; number <= count && reading.length < ahead; number += 1) {
      const page = read(number);
      // Whoever stops before this page does not see its error.
      page.catch(() => {});
      reading.push(page);
    }
    const [next] = reading.splice(0, 1);
    if (next !== undefined) yield await next;
  }
}

/** Reads some at once, in the order of the keys. After a refusal, no more are begun. */
export async function readEach<K, V>(
  keys: Iterable<K>,
  read: (key: K) => Promise<HostResult<V>>,
): Promise<HostResult<readonly V[]>> {
  const values: V[] = [];
  let refusal: HostRefusal | null = null;
  await pLimit(PAGES_AT_ONCE).map(keys, async (key, index) => {
    if (refusal !== null) return;
    const value = await read(key);
    if (value.ok) values[index] = value.value;
    else refusal ??= value.refusal;
  });
  return refusal === null ? ok(values) : refuse(refusal);
}

interface NumberedList<T> {
  readonly call: HostRequest['call'];
  readonly path: HostAddress;
  parsePage(body: unknown): { readonly totalCount: number; readonly entries: readonly T[] } | null;
}

interface NumberedEntries<T> {
  readonly entries: readonly T[];
  /** One per page; null if any page had none. */
  readonly etags: readonly string[] | null;
}

/** A failed page or a list over the limit refuses the whole list. Null if every page matches the earlier ETags. */
export async function readNumberedPages<T>(
  send: ReadAs,
  list: NumberedList<T>,
  etags: readonly string[],
): Promise<HostResult<NumberedEntries<T> | null>> {
  const { pagesMax } = LIST_BOUNDS.repositories;
  const changed = await readRange(1, etags.length, (number) => readPage(send, list, number, etags[number - 1] ?? null));
  if (!changed.ok) return changed;
  const changedPages = new Map(changed.value.filter((page) => page !== null).map((page) => [page.number, page]));
  if (etags.length > 0 && changedPages.size === 0) return ok(null);
  const read = async (number: number) => {
    const page = changedPages.get(number);
    return page === undefined ? readPage(send, list, number, null) : ok(page);
  };

  const pages: NumberedPage<T>[] = [];
  let until = 1;
  while (pages.length < until) {
    if (until > pagesMax) return refuse(tooLong(pagesMax));
    const more = await readRange(pages.length + 1, until, read);
    if (!more.ok) return more;
    for (const page of more.value) if (page !== null) pages.push(page);
    const hasNext = pages.at(-1)?.hasNext === true;
    until = Math.max(pages[0]?.pageCount ?? 0, hasNext ? pages.length + 1 : 0);
  }
  const presentEtags = pages.map(({ etag }) => etag).filter((etag) => etag !== null);
  return ok({
    entries: pages.flatMap(({ entries }) => entries),
    etags: presentEtags.length === pages.length ? presentEtags : null,
  });
}

interface NumberedPage<T> {
  readonly number: number;
  readonly entries: readonly T[];
  readonly pageCount: number;
  /** True on the former last page if the list has grown. */
  readonly hasNext: boolean;
  readonly etag: string | null;
}

async function readPage<T>(
  send: ReadAs,
  { call, path, parsePage }: NumberedList<T>,
  number: number,
  etag: string | null,
): Promise<HostResult<NumberedPage<T> | null>> {
  const answer = await send({ call, url: hostPath`${path}?per_page=${PAGE_SIZE}&page=${number}`, etag });
  if (!answer.ok) return answer;
  if (answer.value.status === NOT_MODIFIED) return ok(null);
  const page = parsePage(answer.value.body);
  if (page === null) return refuse(UNEXPECTED);
  const pageCount = lastPageNumber(answer.value) ?? Math.ceil(page.totalCount / PAGE_SIZE);
  const hasNext = pageLink(answer.value, 'next') !== null;
  return ok({ number, entries: page.entries, pageCount, hasNext, etag: etagOf(answer.value) });
}

function etagOf({ headers: { etag } }: Pick<HostAnswer, 'headers'>): string | null {
  return typeof etag === 'string' && etag !== '' && etag.length <= ETAG_MAX_CHARACTERS ? etag : null;
}

const readRange = <P>(from: number, to: number, read: (number: number) => Promise<HostResult<P>>) =>
  readEach(
    Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index),
    read,
  );

const compress = promisify(deflateRaw);
const decompress = promisify(inflateRaw);

interface EarlierAnswer {
  readonly etag: string;
  readonly link: unknown;
  /** Compressed JSON. */
  readonly body: Buffer;
}

type EarlierAnswers = LRUCache<string, EarlierAnswer>;

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
