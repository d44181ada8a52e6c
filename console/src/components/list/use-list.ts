import { useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react';
import type { Sorting } from '../tables/sort-heading.tsx';
import type { List, ListView } from './list.ts';

interface ChosenView<Name extends string> {
  readonly view: ListView<Name>;
  readonly change: (part: Partial<ListView<Name>>) => void;
}

/** Finds and sorts rows as chosen in the URL. */
export function useList<Row extends object, Context, Name extends string>(
  list: List<Row, Context, Name>,
  { view: chosen, change }: ChosenView<Name>,
  rows: readonly Row[],
  /** Memoize it. */
  context: Context,
) {
  // Finding and drawing rows must not delay typing.
  const view = useDeferredValue(chosen);
  const { sort, order } = view;
  const input = useRef<HTMLInputElement>(null);
  const inOrder = useMemo(() => list.sorted(rows, { sort, order }), [list, rows, sort, order]);
  const shown = useMemo(() => list.found(inOrder, view, context), [list, inOrder, view, context]);
  const latest = useRef(change);
  useLayoutEffect(() => {
    latest.current = change;
  });
  return {
    list,
    context,
    chosen,
    /** The view that `shown` belongs to. */
    view,
    change,
    shown,
    isAll:
      Object.keys(list.filters).every((name) => view[name as Name] === list.address.whole[name as Name]) &&
      view.text.trim() === '',
    input,
    /** A stable function. */
    sortBy: useCallback((sorting: Sorting) => latest.current(sorting as Partial<ListView<Name>>), []),
    showAll: () => {
      change({ ...list.address.whole, sort: chosen.sort, order: chosen.order });
      input.current?.focus();
    },
  };
}

export type FoundList<Row extends object, Context, Name extends string> = ReturnType<
  typeof useList<Row, Context, Name>
>;
