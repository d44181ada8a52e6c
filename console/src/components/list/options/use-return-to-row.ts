import { type MouseEvent, type RefObject, useEffect, useState } from 'react';
import type { ListRows, RowKey } from '../list.ts';
import { forgetLeftRow, keepLeftRow, leftRowOf } from './left-rows.ts';

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
