import { Button } from '@primer/react';
import { useMemo, useState } from 'react';
import { useIsPrinted } from '../../lib/page-state.ts';
import { formatCount } from '../../lib/words/reader-locale.ts';
import { leftRowOf } from './left-rows.ts';

const ROWS_AT_ONCE = 100;

/** Includes the row to which the person returns, and all rows on paper. */
export function useFirstRows<Row>(rows: readonly Row[], noun: string, list: string) {
  const [limit, setLimit] = useState(() => {
    const pages = Math.ceil(((leftRowOf(list)?.index ?? 0) + 1) / ROWS_AT_ONCE);
    return pages * ROWS_AT_ONCE;
  });
  const isPrinted = useIsPrinted();
  const first = useMemo(() => (isPrinted ? rows : rows.slice(0, limit)), [rows, limit, isPrinted]);
  const more = rows.length > limit && (
    <Button onClick={() => setLimit(limit + ROWS_AT_ONCE)}>
      Show {formatCount(Math.min(ROWS_AT_ONCE, rows.length - limit))} more {noun}
    </Button>
  );
  return { first, more };
}
