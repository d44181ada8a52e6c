import type { WithheldData } from '@orgdesk/client';

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

/** For lists that come in parts. They are not read again by themselves: that would begin at the first part. */
export const pagedOptions = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }: ListPage<unknown>) => next,
  refetchOnWindowFocus: false,
} as const;
