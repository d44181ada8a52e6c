import { Button } from '@primer/react';
import { type MouseEvent, type RefObject, useEffect, useMemo, useState } from 'react';
import { useIsPrinted } from '../../lib/page-state.ts';
import { formatCount } from '../../lib/reader-locale.ts';
import { readFromTab, storeInTab } from '../../lib/storage.ts';
import type { ListRows, RowKey } from './list.ts';

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

/** A row whose link was followed. */
interface LeftRow {
  /** Key of the history entry with the list. */
  readonly at: string;
  readonly list: string;
  readonly row: RowKey;
  readonly index: number;
}

const KEY = 'left-rows';
const ROWS_MAX = 20;

const isLeftRow = (value: unknown): value is LeftRow =>
  typeof value === 'object' && value !== null && 'at' in value && 'list' in value && 'row' in value && 'index' in value;

function leftRows(): readonly LeftRow[] {
  const kept = readFromTab(KEY);
  return Array.isArray(kept) ? kept.filter(isLeftRow) : [];
}

const entryHere = (): string => String((history.state as { readonly __TSR_key?: string } | null)?.__TSR_key ?? '');

const others = (list: string): readonly LeftRow[] =>
  leftRows().filter((left) => left.at !== entryHere() || left.list !== list);

const keepLeftRow = (list: string, row: RowKey, index: number): void =>
  storeInTab(KEY, [...others(list).slice(1 - ROWS_MAX), { at: entryHere(), list, row, index }]);

/** Null unless this visit of the page was left from this list. */
export const leftRowOf = (list: string | undefined): LeftRow | null =>
  leftRows().find((left) => left.at === entryHere() && left.list === list) ?? null;

const forgetLeftRow = (list: string): void => storeInTab(KEY, others(list));

interface ReturningList<Row> {
  readonly list: Pick<ListRows<Row>, 'name' | 'keyOf'>;
  readonly rows: readonly Row[];
  readonly body: RefObject<HTMLElement | null>;
  readonly onReturn: (row: RowKey) => void;
}

/** Going back to the page focuses the link that was followed. Returns a listener for clicks in the list. */
export function useReturnToRow<Row>({ list: { name, keyOf }, rows, body, onReturn }: ReturningList<Row>) {
  const [left, setLeft] = useState(() => leftRowOf(name)?.row ?? null);

  useEffect(() => {
    const index = left === null ? -1 : rows.findIndex((row) => keyOf(row) === left);
    if (left === null || name === undefined || index === -1) return;
    // The page's own arrival comes first.
    const timer = window.setTimeout(() => {
      const link = body.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`);
      if (!link) return onReturn(left);
      // Somebody who moved on keeps their place.
      if (document.activeElement?.matches('body, h1, h2') === true) link.focus({ preventScroll: true });
      setLeft(null);
      forgetLeftRow(name);
    });
    return () => window.clearTimeout(timer);
  });

  return (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1);
    const row = rows[index];
    if (name !== undefined && row !== undefined && target.closest('a, [aria-haspopup]') !== null)
      keepLeftRow(name, keyOf(row), index);
  };
}
