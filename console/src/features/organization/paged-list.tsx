import { PeopleIcon } from '@primer/octicons-react';
import { Button, VisuallyHidden } from '@primer/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { RowsSkeleton } from '../../components/list/read-state.tsx';
import { FailureNotice } from '../../components/messages/failure-notice.tsx';
import { Nothing } from '../../components/messages/nothing.tsx';
import { readFrom } from '../../lib/reading/read.ts';
import { counted, formatCount } from '../../lib/words/reader-locale.ts';
import { itemsOf, type PagedResult, totalOf } from './list-page.ts';
import { useSubject } from './subject.tsx';
import { isNotFound, NothingReportedNotice, WithheldNotice } from './withheld-notice.tsx';
import './paged-list.css';

const SKELETON_ROWS = 5;

interface PagedListProps<Item> {
  readonly query: PagedResult<Item>;
  readonly nouns: readonly [string, string];
  /** Owner of the items, for accessible names. */
  readonly of: string;
  readonly emptyWords: string;
  readonly notFound?: ReactNode;
  readonly isReadingOn?: boolean;
  readonly children: (items: readonly Item[]) => ReactNode;
}

export function PagedList<Item>(props: PagedListProps<Item>) {
  const { query, nouns, of, emptyWords, notFound, isReadingOn = false, children } = props;
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
            {emptyWords}
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
