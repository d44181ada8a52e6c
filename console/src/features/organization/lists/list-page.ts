import type { WithheldData } from '@orgdesk/client';
import type { FetchInfiniteQueryOptions, InfiniteData, QueryClient } from '@tanstack/react-query';
import type { personalKey } from '../../../lib/reading/query-client.ts';

/** Somebody in a list of people. */
export interface Person {
  readonly login: string;
  readonly name: string | null;
  readonly avatarUrl: string;
  /** What this person is in the list, when that is something special. */
  readonly role: string | null;
}

/** A part of a list that the code host gives in parts of a hundred. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** How many there are in all; null when the code host gave none of them. */
  readonly total: number | null;
  /** Where the next part begins; null when this is the last one. */
  readonly next: string | null;
  readonly withheld: readonly WithheldData[];
}

interface Connection {
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** A page of these items; what belongs around them is in the connection they came in. */
export const listPage = <Item>(
  connection: Connection | undefined,
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

/**
 * For lists that come in parts. One of which more than the first part was loaded is not read again by itself, only once
 * something is known to have changed: all its parts would be.
 */
export const pagedOptions = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }: ListPage<unknown>) => next,
  refetchOnWindowFocus: false,
  refetchOnMount: ({ state: { isInvalidated, data } }: ReadQuery) => isInvalidated || (data?.pages.length ?? 0) <= 1,
} as const;

/** Begins to read such a list, if nothing of it is there. */
export function readListAhead<Item>(client: QueryClient, list: ListOptions<Item>): void {
  if (client.getQueryData(list.queryKey) === undefined) void client.prefetchInfiniteQuery(list);
}

type ListOptions<Item> = FetchInfiniteQueryOptions<
  ListPage<Item>,
  Error,
  ListPage<Item>,
  ReturnType<typeof personalKey>,
  string | null
>;
