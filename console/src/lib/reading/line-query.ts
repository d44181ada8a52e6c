import type { CallOptions, Outcome } from '@orgdesk/client';
import { queryOptions } from '@tanstack/react-query';
import { linesOf } from './http-client.ts';
import type { personalKey } from './query-client.ts';

/** A list that is told line by line, as it is kept. */
interface ListedLines<Line, List> {
  readonly key: ReturnType<typeof personalKey>;
  readonly open: (options: CallOptions) => AsyncGenerator<Outcome<Line>, void>;
  /** The list before the first line. */
  readonly empty: List;
  /** The list with one more line; the one before stays as it is. */
  readonly withLine: (list: List, line: Line) => List;
  /** Whether nothing more comes. */
  readonly hasEnded: (list: List) => boolean;
}

/**
 * Reads lines into a list. The first time it shows as far as it has come; later the former one stays until the new one is
 * whole. It is read again only when something is known to have changed, or somebody asks: it may be many calls.
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
    // Comparing long lists part by part takes longer than drawing them.
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
