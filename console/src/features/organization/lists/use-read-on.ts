import { useEffect } from 'react';
import type { PagedResult } from './list-page.ts';

/** Reads further pages without a press, up to a number of pages. Returns whether more are coming. */
export function useReadOn<Item>(
  { data, error, hasNextPage, isFetching, fetchNextPage }: PagedResult<Item>,
  pagesMax: number,
): boolean {
  const isReadingOn = hasNextPage && error === null && (data?.pages.length ?? 0) < pagesMax;
  useEffect(() => {
    if (isReadingOn && !isFetching) void fetchNextPage();
  }, [isReadingOn, isFetching, fetchNextPage]);
  return isReadingOn;
}
