import type { Static, TSchema } from 'typebox';
import type { HostRefusal, HostResult } from '../../domain/host-refusal.ts';
import { ok, refuse } from '../../lib/result.ts';
import type { Log } from '../../lib/system.ts';
import { addressOfPage, type HostAddress, hostPath } from '../host-path.ts';
import { unreachable } from '../send/refusals.ts';
import { bodyOf, type ReadAs } from '../send/send.ts';
import { nextPage } from './links.ts';

export const PAGE_SIZE = 100;

export interface ListBound {
  readonly pagesMax: number;
  /** `cut`: the pages read count as the list, and a warning is logged. */
  readonly longer: 'refused' | 'cut';
}

export interface HostPage<T> {
  readonly body: T;
  readonly next: string | null;
}

export type PageReader<T> = (cursor: string | null) => Promise<HostResult<HostPage<T>>>;

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

export const tooLong = (pagesMax: number): HostRefusal => unreachable(`a list of more than ${pagesMax} pages`);

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

export const linkedPages =
  <S extends TSchema>(send: ReadAs, path: HostAddress, schema: S, end?: AbortSignal): PageReader<Static<S>> =>
  async (cursor) => {
    const answer = await send({ url: cursor === null ? firstPage(path) : addressOfPage(cursor), end });
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
