import pLimit from 'p-limit';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { HostRefusal } from '../../ports/code-host.ts';
import type { InstallationTransport } from './installation-transport.ts';
import { lastPageNumber, pageLink } from './page-links.ts';
import { PAGE_SIZE } from './paging.ts';
import { unexpected, unreachable } from './refusals.ts';

/** Longest list that is read, whatever the code host says: 20,000 entries. */
const PAGES_MAX = 200;
/** The platform allows a hundred requests at once to all users of a token together. */
const PAGES_AT_ONCE = 4;

/** A list of numbered pages, each of which tells the length of the whole. */
export interface NumberedList<T> {
  readonly url: string;
  /** What a page holds; null when it is not one. */
  parsePage(body: unknown): { readonly totalCount: number; readonly entries: readonly T[] } | null;
}

/**
 * All entries in the order of their pages. After the first, four pages are read at a time. A failure on any page
 * is a failure of the list, and so is a list longer than is read.
 */
export async function readNumberedPages<T>(
  get: InstallationTransport,
  list: NumberedList<T>,
): Promise<Result<readonly T[], HostRefusal>> {
  const first = await readPage(get, list, 1);
  if (!first.ok) return first;
  const pages = [first.value];

  while (pages.at(-1)?.hasNext === true || pages.length < first.value.pageCount) {
    const until = Math.max(first.value.pageCount, pages.length + 1);
    if (until > PAGES_MAX) return refuse(unreachable(`a list of more than ${PAGES_MAX} pages`));
    const more = await readRange(get, list, pages.length + 1, until);
    if (!more.ok) return more;
    pages.push(...more.value);
  }
  return ok(pages.flatMap(({ entries }) => entries));
}

interface NumberedPage<T> {
  readonly entries: readonly T[];
  /** By the last page's number, or the length of the list where that is not told. */
  readonly pageCount: number;
  /** True on what was the last page if the list has grown since. */
  readonly hasNext: boolean;
}

async function readPage<T>(
  get: InstallationTransport,
  { url, parsePage }: NumberedList<T>,
  number: number,
): Promise<Result<NumberedPage<T>, HostRefusal>> {
  const answer = await get(url, { per_page: String(PAGE_SIZE), page: String(number) });
  if (!answer.ok) return answer;
  const page = parsePage(answer.value.body);
  if (page === null) return refuse(unexpected());
  const pageCount = lastPageNumber(answer.value) ?? Math.ceil(page.totalCount / PAGE_SIZE);
  return ok({ entries: page.entries, pageCount, hasNext: pageLink(answer.value, 'next') !== null });
}

async function readRange<T>(
  get: InstallationTransport,
  list: NumberedList<T>,
  from: number,
  to: number,
): Promise<Result<readonly NumberedPage<T>[], HostRefusal>> {
  const numbers = Array.from({ length: to - from + 1 }, (_, place) => from + place);
  let refusal: HostRefusal | null = null;
  const pages = await pLimit(PAGES_AT_ONCE).map(numbers, async (number) => {
    // What is still waiting when one page fails is not asked for.
    if (refusal !== null) return null;
    const page = await readPage(get, list, number);
    if (page.ok) return page.value;
    refusal ??= page.refusal;
    return null;
  });
  return refusal === null ? ok(pages.filter((page) => page !== null)) : refuse(refusal);
}
