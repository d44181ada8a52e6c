import type { CallOptions, Outcome } from '@orgdesk/client';
import { queryOptions } from '@tanstack/react-query';
import { linesOf } from './http-client.ts';
import type { personalKey } from './query-client.ts';

interface ListedLines<Line, List> {
  readonly key: ReturnType<typeof personalKey>;
  readonly open: (options: CallOptions) => AsyncGenerator<Outcome<Line>, void>;
  readonly empty: List;
  /** Must not modify the list. */
  readonly withLine: (list: List, line: Line) => List;
  readonly hasEnded: (list: List) => boolean;
}

/**
 * Reads a streamed list. Only the first read shows partial results. Refetched only on request or invalidation, because
 * it may take many calls.
 */
export const lineQuery = <Line, List>({ key, open, empty, withLine, hasEnded }: ListedLines<Line, List>) =>
  queryOptions({
    queryKey: key,
    queryFn: async ({ signal, client }): Promise<List> => {
      const former = client.getQueryData<List>(key);
      const showsPieces = former === undefined || !hasEnded(former);
      let list = empty;
      for await (const line of linesOf(open, signal)) {
        list = withLine(list, line);
        if (showsPieces && !signal.aborted) client.setQueryData<List>(key, () => list);
      }
      return list;
    },
    // Comparing long lists takes longer than rendering them.
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
