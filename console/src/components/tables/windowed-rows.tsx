import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  Fragment,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** Drawn above and below what is in view, so that scrolling a little shows no gap. */
const ROWS_BEYOND = 6;

/** Has to be the `ref` of each row, beside its index in `data-index`. Stays the same function. */
export type MeasureRow = (row: Element | null) => void;

/** Which row of its table a row is, for those who hear it: the headings are the first. */
export const rowIndex = (index: number): number => index + 2;

export interface RowsHandle {
  /** Scrolls just so far that the row is in view, below what stays at the top. */
  scrollTo(index: number): void;
}

interface WindowedRowsProps {
  readonly count: number;
  /** What makes a row the same row in another order. Has to stay the same function for the same rows. */
  readonly keyOf: (index: number) => number;
  /** How high a row is before it was seen, in pixels. */
  readonly rowHeight: number;
  readonly columns: number;
  /** A row that is drawn wherever the page is scrolled, because it has the focus; null for none. */
  readonly kept: number | null;
  /** How much of the view is covered at its top by what stays there, in pixels. */
  readonly covered: number;
  readonly children: (index: number, measure: MeasureRow) => ReactNode;
  readonly ref?: Ref<RowsHandle>;
}

/**
 * The body of a table with as many rows as one likes, in a page that is scrolled as a whole: only rows in view are in the
 * page, and gaps stand for the others. The table has to tell how many there are.
 */
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
  // What stands above may have grown since.
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
