import type { HostResult } from '../../domain/host-refusal.ts';
import { ETAG_MAX_CHARACTERS, LIST_BOUNDS } from '../../lib/limits/code-host.ts';
import { ok, refuse } from '../../lib/result.ts';
import { type HostAddress, hostPath } from '../host-path.ts';
import { NOT_MODIFIED } from '../send/bounded-fetch.ts';
import type { HostAnswer } from '../send/host-answer.ts';
import { UNEXPECTED } from '../send/refusals.ts';
import type { ReadAs } from '../send/send.ts';
import { lastPageNumber, pageLink } from './links.ts';
import { PAGE_SIZE, tooLong } from './pages.ts';
import { readEach } from './read-each.ts';

export interface NumberedList<T> {
  readonly path: HostAddress;
  parsePage(body: unknown): { readonly totalCount: number; readonly entries: readonly T[] } | null;
}

export interface NumberedEntries<T> {
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
  { path, parsePage }: NumberedList<T>,
  number: number,
  etag: string | null,
): Promise<HostResult<NumberedPage<T> | null>> {
  const answer = await send({ url: hostPath`${path}?per_page=${PAGE_SIZE}&page=${number}`, etag });
  if (!answer.ok) return answer;
  if (answer.value.status === NOT_MODIFIED) return ok(null);
  const page = parsePage(answer.value.body);
  if (page === null) return refuse(UNEXPECTED);
  const pageCount = lastPageNumber(answer.value) ?? Math.ceil(page.totalCount / PAGE_SIZE);
  const hasNext = pageLink(answer.value, 'next') !== null;
  return ok({ number, entries: page.entries, pageCount, hasNext, etag: etagOf(answer.value) });
}

export function etagOf({ headers: { etag } }: Pick<HostAnswer, 'headers'>): string | null {
  return typeof etag === 'string' && etag !== '' && etag.length <= ETAG_MAX_CHARACTERS ? etag : null;
}

const readRange = <P>(from: number, to: number, read: (number: number) => Promise<HostResult<P>>) =>
  readEach(
    Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index),
    read,
  );
