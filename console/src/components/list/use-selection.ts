import { useCallback, useState } from 'react';
import type { RowKey } from './list.ts';

/** The keys of selected rows. They survive filter changes. */
export function useSelection<Row>(keyOf: (row: Row) => RowKey) {
  const [selected, setSelected] = useState<ReadonlySet<RowKey>>(new Set());
  const change = useCallback(
    (rows: readonly Row[], isSelected: boolean) =>
      setSelected((before) => {
        const after = new Set(before);
        for (const row of rows) isSelected ? after.add(keyOf(row)) : after.delete(keyOf(row));
        return after;
      }),
    [keyOf],
  );
  const clear = useCallback(() => setSelected(new Set()), []);
  return { selected, change, clear };
}

export type Selection<Row> = ReturnType<typeof useSelection<Row>>;
