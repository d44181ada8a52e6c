import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type ComponentType,
  Fragment,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** Rows rendered beyond the viewport, to avoid gaps while scrolling. */
const ROWS_BEYOND = 6;

/** Stable `ref` of each row, which also needs its index in `data-index`. */
export type MeasureRow = (row: Element | null) => void;

export interface RowsHandle {
  /** Scrolls as little as needed. */
  scrollTo(index: number): void;
}

interface WindowedRowsProps {
  readonly count: number;
  /** Returns a key that survives sorting. Memoize it. */
  readonly keyOf: (index: number) => number | string;
  /** Estimated height in pixels of unrendered rows. */
  readonly rowHeight: number;
  readonly columns: number;
  /** Index of a focused row to render always; null for none. */
  readonly kept: number | null;
  /** Height in pixels of what covers the viewport's top. */
  readonly covered: number;
  readonly children: (index: number, measure: MeasureRow) => ReactNode;
  readonly ref?: Ref<RowsHandle>;
}

export type Windowed = ComponentType<Omit<WindowedRowsProps, 'rowHeight' | 'covered'>>;

/** Renders only visible rows and fills the rest with gaps. The table must set `aria-rowcount`. */
export function WindowedRows(props: WindowedRowsProps) {
  const { count, keyOf, rowHeight, columns, kept, covered, children, ref } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range);
      if (kept === null || kept >= range.count || shown.includes(kept)) return shown;
      return [...shown, kept].toSorted((a, b) => a - b);
    },
    [kept],
  );
  const rows = useWindowVirtualizer<HTMLTableRowElement>({
    count,
    getItemKey: keyOf,
    estimateSize: () => rowHeight,
    overscan: ROWS_BEYOND,
    scrollMargin: top,
    scrollPaddingStart: covered,
    rangeExtractor,
  });
  useImperativeHandle(ref, () => ({ scrollTo: (index) => rows.scrollToIndex(index, { align: 'auto' }) }), [rows]);
  // Content above the table may have changed its height.
  useLayoutEffect(() => {
    if (body.current !== null) setTop(Math.round(body.current.getBoundingClientRect().top + window.scrollY));
  });

  const items = rows.getVirtualItems();
  let end = top;
  return (
    <tbody ref={body}>
      {items.map((item) => {
        const gap = item.start - end;
        end = item.end;
        return (
          <Fragment key={item.key}>
            {gap > 0 && <Gap height={gap} columns={columns} />}
            {children(item.index, rows.measureElement as MeasureRow)}
          </Fragment>
        );
      })}
      {end < top + rows.getTotalSize() && <Gap height={top + rows.getTotalSize() - end} columns={columns} />}
    </tbody>
  );
}

interface GapProps {
  /** In pixels. */
  readonly height: number;
  readonly columns: number;
}

function Gap({ height, columns }: GapProps) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can have the focus.
    <tr className="data-table-gap" aria-hidden="true">
      <td colSpan={columns} style={{ blockSize: height }} />
    </tr>
  );
}
