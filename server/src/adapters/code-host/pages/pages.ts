import type { Static, TSchema } from 'typebox';
import { ok, refuse } from '../../../domain/result.ts';
import type { HostRefusal, Told } from '../../../ports/code-host/refusals.ts';
import type { Log } from '../../../ports/system.ts';
import { unreachable } from '../send/refusals.ts';
import { bodyOf, type ReadAs } from '../send/send.ts';
import { nextPage } from './links.ts';

/** Largest page the platform gives. */
export const PAGE_SIZE = 100;

/** How many pages of a list are read, whatever the code host says, and what becomes of a longer one. */
export interface ListBound {
  readonly pagesMax: number;
  /** `cut`: what was read is the list, and the log says so. */
  readonly longer: 'refused' | 'cut';
}

export const LIST_BOUNDS = {
  /** What one person can see. Signing in with most of it is better than not at all. */
  ofPerson: { pagesMax: 100, longer: 'cut' },
  /** The same by GraphQL, after which REST is tried. */
  ofPersonByGraphql: { pagesMax: 100, longer: 'refused' },
  /** Whoever is missing from half a list would count as gone. */
  invitations: { pagesMax: 100, longer: 'refused' },
  /** A team that is missing from half a list would count as unknown. */
  teams: { pagesMax: 100, longer: 'refused' },
  /** People and teams of an organization, sent on as they come: what is missing is told. */
  people: { pagesMax: 1_000, longer: 'refused' },
  /** Newest first: the oldest are left out. */
  deliveries: { pagesMax: 50, longer: 'cut' },
  /** Anybody can ask for an App that is public, so a list may be long; some missing is no harm. */
  installationRequests: { pagesMax: 5, longer: 'cut' },
  /** Half a list would take repositories away. */
  repositories: { pagesMax: 200, longer: 'refused' },
} as const satisfies Readonly<Record<string, ListBound>>;

/** One page of a list. */
export interface Page<T> {
  readonly body: T;
  /** What leads to the next one, a link or a cursor; null after the last. */
  readonly next: string | null;
}

/** Reads the first page, or the one that the page before it leads to. */
export type ReadPage<T> = (place: string | null) => Promise<Told<Page<T>>>;

/** Follows a list page by page. A failure on any page is a failure of the list: after a refusal nothing comes. */
export async function* followPages<T>(
  read: ReadPage<T>,
  { pagesMax, longer }: ListBound,
  log: Log,
): AsyncGenerator<Told<T>, void> {
  let place: string | null = null;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page: Told<Page<T>> = await read(place);
    yield page.ok ? ok(page.value.body) : page;
    if (!page.ok || page.value.next === null) return;
    place = page.value.next;
  }
  if (longer === 'refused') yield refuse(tooLong(pagesMax));
  else log.warn({ pages: pagesMax }, 'a list of the code host has more pages than are read; the rest is left out');
}

/** The refusal of a list that is longer than is read. */
export const tooLong = (pagesMax: number): HostRefusal => unreachable(`a list of more than ${pagesMax} pages`);

/** All pages of a list. */
export async function readPages<T>(...list: Parameters<typeof followPages<T>>): Promise<Told<readonly T[]>> {
  const bodies: T[] = [];
  for await (const page of followPages(...list)) {
    if (!page.ok) return page;
    bodies.push(page.value);
  }
  return ok(bodies);
}

/** Each entry once, the last mention counting: lists shift while they are paged, and the platform then repeats an entry. */
export const eachOnce = <T, K>(entries: readonly T[], keyOf: (entry: T) => K): readonly T[] => [
  ...new Map(entries.map((entry) => [keyOf(entry), entry])).values(),
];

/** Pages of a REST list, each of which links to the next one; none once `end` was aborted. */
export const linkedPages =
  <S extends TSchema>(send: ReadAs, path: string, schema: S, end?: AbortSignal): ReadPage<Static<S>> =>
  async (place) => {
    const answer = await send({ url: place ?? firstPage(path), end });
    if (!answer.ok) return answer;
    const body = bodyOf(answer, schema);
    if (!body.ok) return body;
    const next = nextPage(answer.value);
    return next.ok ? ok({ body: body.value, next: next.value }) : next;
  };

const firstPage = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}per_page=${PAGE_SIZE}`;
