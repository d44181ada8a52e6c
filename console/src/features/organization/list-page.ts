import type { WithheldData } from '@orgdesk/client';
import type {
  FetchInfiniteQueryOptions,
  InfiniteData,
  QueryClient,
  QueryKey,
  UseInfiniteQueryResult,
} from '@tanstack/react-query';

export interface PersonItem {
  readonly id: number | null;
  readonly login: string;
  readonly name: string | null;
  readonly avatarUrl: string;
  /** Set if it differs from the usual role. */
  readonly role: string | null;
}

export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly total: number | null;
  /** Cursor of the next page; null if last. */
  readonly next: string | null;
  readonly withheld: readonly WithheldData[];
}

export type PagedResult<Item> = UseInfiniteQueryResult<InfiniteData<ListPage<Item>>>;

/** Undefined before the first page. */
export const itemsOf = <Item>({ data }: Pick<PagedResult<Item>, 'data'>): readonly Item[] | undefined =>
  data?.pages.flatMap(({ items }) => items);

/** Null if unknown. */
export const totalOf = ({ data }: Pick<PagedResult<unknown>, 'data'>): number | null =>
  data?.pages.at(-1)?.total ?? null;

interface PagedConnection {
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

export const listPage = <Item>(
  connection: PagedConnection | undefined,
  items: readonly (Item | null)[],
  withheld: readonly WithheldData[],
): ListPage<Item> => ({
  items: items.filter((item) => item !== null),
  total: connection?.totalCount ?? null,
  next: connection?.pageInfo.hasNextPage === true ? connection.pageInfo.endCursor : null,
  withheld,
});

interface ReadQuery {
  readonly state: { readonly isInvalidated: boolean; readonly data: InfiniteData<unknown> | undefined };
}

/** A list of several pages is refetched only when invalidated, because all pages would be read again. */
export const pagedOptions = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }: ListPage<unknown>) => next,
  refetchOnWindowFocus: false,
  refetchOnMount: ({ state: { isInvalidated, data } }: ReadQuery) => isInvalidated || (data?.pages.length ?? 0) <= 1,
} as const;

export function readListAhead<Page, Key extends QueryKey, Cursor>(
  client: QueryClient,
  list: FetchInfiniteQueryOptions<Page, Error, Page, Key, Cursor>,
): void {
  if (client.getQueryData(list.queryKey) === undefined) void client.prefetchInfiniteQuery(list);
}
