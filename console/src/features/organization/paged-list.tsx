import type { WithheldData } from '@orgdesk/client';
import { PeopleIcon } from '@primer/octicons-react';
import { Button, VisuallyHidden } from '@primer/react';
import type {
  FetchInfiniteQueryOptions,
  InfiniteData,
  QueryClient,
  QueryKey,
  UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { RowsSkeleton } from '../../components/list/read-state.tsx';
import { FailureNotice } from '../../components/messages/failure-notice.tsx';
import { Nothing } from '../../components/messages/nothing.tsx';
import { counted, formatCount } from '../../lib/reader-locale.ts';
import { readFrom } from '../../lib/reading/read.ts';
import { useSubject } from './subject.tsx';
import { isNotFound, NothingReportedNotice, WithheldNotice } from './withheld-notice.tsx';
import './paged-list.css';

const SKELETON_ROWS = 5;

interface PagedListProps<Item> {
  readonly query: PagedResult<Item>;
  readonly nouns: readonly [string, string];
  /** Owner of the items, for accessible names. */
  readonly of: string;
  readonly emptyText: string;
  readonly notFound?: ReactNode;
  readonly isReadingOn?: boolean;
  readonly children: (items: readonly Item[]) => ReactNode;
}

export function PagedList<Item>(props: PagedListProps<Item>) {
  const { query, nouns, of, emptyText, notFound, isReadingOn = false, children } = props;
  const { Why } = useSubject();
  const list = useRef<HTMLDivElement>(null);
  const [firstNew, setFirstNew] = useState<number | null>(null);
  const pages = query.data?.pages;
  const items = itemsOf(query) ?? [];
  const total = totalOf(query);
  const withheld = pages?.flatMap((page) => page.withheld) ?? [];
  const [one, many] = nouns;
  const read = readFrom(query, {
    all: `the ${many} of ${of}`,
    value: () => total ?? 0,
    unread: () => (withheld.length === 0 ? [] : [`some ${many} of ${of}`]),
  });
  const isNowhere = pages !== undefined && total === null && items.length === 0;
  const isGone = notFound !== undefined && isNowhere && (withheld.length === 0 || isNotFound(withheld));

  useEffect(() => {
    // The pressed button may disappear, and rows may be rendered after their items have arrived.
    if (firstNew === null || list.current === null) return;
    const part = list.current;
    const focusFirstNew = () => {
      const row = part.querySelectorAll<HTMLElement>('[data-row]')[firstNew];
      if (row === undefined) return;
      row.focus({ preventScroll: true });
      setFirstNew(null);
    };
    focusFirstNew();
    const observer = new MutationObserver(focusFirstNew);
    observer.observe(part, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [firstNew]);

  const more = () => {
    setFirstNew(items.length);
    void query.fetchNextPage();
  };
  const retry = () => {
    list.current?.focus();
    void (pages === undefined ? query.refetch() : query.fetchNextPage());
  };

  return (
    <div className="stack-12" ref={list} tabIndex={-1}>
      {pages === undefined && query.error === null && (
        <>
          <VisuallyHidden role="status">Loading {many}</VisuallyHidden>
          <RowsSkeleton rows={SKELETON_ROWS} />
        </>
      )}
      {isGone ? notFound : <WithheldNotice withheld={withheld} what={many} isPartial={items.length > 0} />}
      {isNowhere && !isGone && withheld.length === 0 && <NothingReportedNotice what={many} />}
      {total !== null && total > 0 && (
        <p className="paged-list-count" role="status">
          {items.length < total ? `${formatCount(items.length)} of ` : ''}
          {counted(total, one, many)}
        </p>
      )}
      {items.length > 0 && children(items)}
      {items.length === 0 && total === 0 && (
        <>
          <Nothing
            read={read}
            what={many}
            icon={PeopleIcon}
            title={`No ${many}`}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          >
            {emptyText}
          </Nothing>
          <Why isOptional />
        </>
      )}
      {query.error !== null && (
        <FailureNotice
          title={pages === undefined ? `Couldn’t load ${many}` : `Couldn’t load more ${many}`}
          failure={query.error}
          onRetry={retry}
          isRetrying={query.isFetching}
        />
      )}
      {query.hasNextPage && !isReadingOn && query.error === null && (
        <div className="paged-list-more">
          <Button onClick={more} inactive={query.isFetchingNextPage}>
            {query.isFetchingNextPage ? 'Loading…' : 'Load more'}
            <VisuallyHidden>
              {' '}
              {many} of {of}
            </VisuallyHidden>
          </Button>
        </div>
      )}
    </div>
  );
}

export interface PersonItem {
  readonly id: number | null;
  readonly login: string;
  readonly name: string | null;
  readonly avatarUrl: string;
  /** Set if it differs from the usual role. */
  readonly role: string | null;
}

interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly total: number | null;
  /** Cursor of the next page; null if last. */
  readonly next: string | null;
  readonly withheld: readonly WithheldData[];
}

export type PagedResult<Item> = UseInfiniteQueryResult<InfiniteData<ListPage<Item>>>;

/** Undefined before the first page. */
export const itemsOf = <Item,>({ data }: Pick<PagedResult<Item>, 'data'>): readonly Item[] | undefined =>
  data?.pages.flatMap(({ items }) => items);

/** Null if unknown. */
export const totalOf = ({ data }: Pick<PagedResult<unknown>, 'data'>): number | null =>
  data?.pages.at(-1)?.total ?? null;

interface PagedConnection {
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

export const listPage = <Item,>(
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
