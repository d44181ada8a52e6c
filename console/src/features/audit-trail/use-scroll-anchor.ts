import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

interface Anchor {
  readonly row: Element;
  /** Distance from the viewport's top in pixels. */
  readonly top: number;
}

/** Keeps the focused, hovered or first visible row in place. Call the returned function before rows change. */
export function useScrollAnchor(list: RefObject<HTMLElement | null>, rows: unknown): () => void {
  const anchor = useRef<Anchor | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the rows that moves them.
  useLayoutEffect(() => {
    if (anchor.current === null) return;
    const { row, top } = anchor.current;
    anchor.current = null;
    if (row.isConnected) window.scrollBy(0, row.getBoundingClientRect().top - top);
  }, [rows]);

  return useCallback(() => {
    const row = list.current === null ? null : anchorRow(list.current);
    anchor.current = row === null ? null : { row, top: row.getBoundingClientRect().top };
  }, [list]);
}

function anchorRow(list: HTMLElement): Element | null {
  const inUse = list.querySelector('tr:focus-within, tbody tr:hover');
  if (inUse !== null) return inUse;
  const rows = [...list.querySelectorAll('tbody tr')];
  const isAbove = (row: Element | undefined) => row !== undefined && row.getBoundingClientRect().top < 0;
  return isAbove(rows[0]) ? (rows.find((row) => !isAbove(row)) ?? null) : null;
}
