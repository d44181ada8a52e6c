import { VisuallyHidden } from '@primer/react';
import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { indexAfter } from '../../lib/address/index-after.ts';
import { SortHeading, type Sorting } from '../tables/sort-heading.tsx';
import { type Column, type ListRows, type RowKey, shownColumns } from './list.ts';
import './list-table.css';
import { useReturnToRow } from './first-rows.tsx';
import { useDensity, useHiddenColumns } from './list-choices.ts';
import type { MeasureRow, RowsHandle, Windowed } from './windowed-rows.tsx';

/** Fills more than a screen. */
const FIRST_ROWS = 40;
const SIDES: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
const LETTERS: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' };

interface ListTableProps<Row, Context> {
  readonly label: string;
  readonly list: ListRows<Row, Context>;
  readonly rows: readonly Row[];
  readonly context?: Context;
  readonly view?: Sorting;
  readonly onSort?: (sorting: Sorting) => void;
  readonly selected?: ReadonlySet<RowKey>;
  readonly onSelect?: (rows: readonly Row[], isSelected: boolean) => void;
  readonly isBusy?: boolean;
  readonly window?: Windowed;
}

const NONE: ReadonlySet<RowKey> = new Set();

/**
 * Rows become cards without column headings on narrow screens. Their controls are one tab stop: vertical arrow keys
 * change the row, horizontal ones the control, `x` selects it, and Enter on its checkbox opens it.
 */
function Table<Row extends object, Context>(props: ListTableProps<Row, Context>) {
  const { label, list, rows, view, onSort, selected = NONE, onSelect, isBusy, window: Window } = props;
  const { keyOf, canSelect } = list;
  const context = props.context as Context;
  const id = useId();
  const body = useRef<HTMLTableElement | null>(null);
  const handle = useRef<RowsHandle | null>(null);
  const [current, setCurrent] = useState<RowKey | null>(null);
  const goesTo = useRef<{ readonly index: number; readonly kind: string } | null>(null);
  const density = useDensity();
  const hidden = useHiddenColumns(list.name);
  const columns = useMemo(() => shownColumns(list, context, hidden), [list, context, hidden]);
  const limit = useDeferredValue(Number.POSITIVE_INFINITY, FIRST_ROWS);
  const currentIndex = current === null ? -1 : rows.findIndex((row) => keyOf(row) === current);

  // The row may exist only after scrolling.
  useEffect(() => {
    if (goesTo.current === null) return;
    const { index, kind } = goesTo.current;
    goesTo.current = null;
    const stops = stopsIn(body.current?.querySelector(`tr[data-index="${index}"]`) ?? null);
    (stops.find(({ localName }) => localName === kind) ?? stops[0])?.focus({ preventScroll: Window !== undefined });
  });
  const onLeave = useReturnToRow({ list, rows, body, onReturn: setCurrent });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const from = event.target as HTMLElement;
    const stops = stopsIn(from.closest('tr'));
    if (!stops.includes(from) || event.ctrlKey || event.metaKey || event.altKey) return;
    const pressed = controlFor(event, from, stops);
    if (pressed !== undefined) {
      event.preventDefault();
      pressed.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: event.shiftKey }));
      return;
    }
    const side = SIDES[event.key];
    const to = side === undefined ? indexAfter(LETTERS[event.key] ?? event.key, indexOf(from), rows.length) : null;
    const target = to === null ? undefined : rows[to];
    if (side === undefined && target === undefined) return;
    event.preventDefault();
    if (side !== undefined) return stops[stops.indexOf(from) + side]?.focus();
    if (to === null || target === undefined || keyOf(target) === current) return;
    goesTo.current = { index: to, kind: from.localName };
    setCurrent(keyOf(target));
    handle.current?.scrollTo(to);
  };
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const row = target.dataset.stop === undefined ? undefined : rows[indexOf(target)];
    if (row !== undefined) setCurrent(keyOf(row));
  };

  const last = useRef<RowKey | null>(null);
  const latest = useRef({ rows, onSelect });
  useLayoutEffect(() => {
    latest.current = { rows, onSelect };
  });
  const select = useCallback(
    (row: Row, isSelected: boolean, isRange: boolean) => {
      const { rows: shown, onSelect: onChange } = latest.current;
      const from = isRange ? shown.findIndex((each) => keyOf(each) === last.current) : -1;
      const to = shown.indexOf(row);
      last.current = keyOf(row);
      const range = from === -1 ? [row] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
      onChange?.(
        range.filter((each) => canSelect?.(each) ?? true),
        isSelected,
      );
    },
    [keyOf, canSelect],
  );

  const keyAt = useCallback(
    (index: number) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row);
    },
    [rows, keyOf],
  );
  const rowAt = (index: number, measure?: MeasureRow) => {
    const row = rows[index];
    if (row === undefined) return null;
    const key = keyOf(row);
    return (
      <MemoRow
        key={key}
        id={`${id}-${key}`}
        list={list as ListRows<unknown, unknown>}
        columns={columns as readonly Column<unknown, unknown>[]}
        row={row}
        context={context}
        index={index}
        measure={measure}
        isSelected={selected.has(key)}
        isStop={index === Math.max(0, currentIndex)}
        onSelect={onSelect === undefined || canSelect?.(row) === false ? undefined : (select as SelectRow)}
      />
    );
  };
  return (
    <div className="data-table-frame" data-density={density}>
      <table
        ref={body}
        className="data-table"
        aria-labelledby={label}
        aria-busy={isBusy}
        aria-rowcount={Window && rows.length + 1}
        onClickCapture={onLeave}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        <thead>
          <tr aria-rowindex={Window && 1}>
            {columns.map(({ heading, width, align, sort }) =>
              sort === undefined || view === undefined || onSort === undefined ? (
                <th key={heading} scope="col" data-width={width}>
                  {width === 'menu' ? <VisuallyHidden>{heading}</VisuallyHidden> : heading}
                </th>
              ) : (
                <SortHeading
                  key={heading}
                  name={heading}
                  width={width}
                  align={align}
                  order={view.sort === sort.by ? view.order : null}
                  firstOrder={sort.firstOrder}
                  onSort={(order) => onSort({ sort: sort.by, order })}
                />
              ),
            )}
          </tr>
        </thead>
        {Window === undefined ? (
          <tbody>{rows.slice(0, limit).map((_, index) => rowAt(index))}</tbody>
        ) : (
          <Window
            ref={handle}
            count={rows.length}
            keyOf={keyAt}
            columns={columns.length}
            kept={currentIndex === -1 ? null : currentIndex}
          >
            {rowAt}
          </Window>
        )}
      </table>
    </div>
  );
}

export const ListTable = memo(Table) as typeof Table;

const indexOf = (control: Element): number => Number(control.closest('tr')?.dataset.index ?? -1);
const stopsIn = (row: Element | null): readonly HTMLElement[] => [
  ...(row?.querySelectorAll<HTMLElement>('[data-stop]') ?? []),
];

function controlFor(event: KeyboardEvent, from: HTMLElement, stops: readonly HTMLElement[]): HTMLElement | undefined {
  if (event.key.toLowerCase() === 'x') return stops.find((stop) => stop instanceof HTMLInputElement);
  if (event.key !== 'Enter' || !(from instanceof HTMLInputElement)) return undefined;
  return stops.find((stop) => stop instanceof HTMLAnchorElement);
}

type SelectRow = (row: unknown, isSelected: boolean, isRange: boolean) => void;

interface RowProps {
  readonly id: string;
  readonly list: ListRows<unknown, unknown>;
  readonly columns: readonly Column<unknown, unknown>[];
  readonly row: unknown;
  readonly context: unknown;
  readonly index: number;
  readonly measure: MeasureRow | undefined;
  readonly isSelected: boolean;
  readonly isStop: boolean;
  readonly onSelect: SelectRow | undefined;
}

const MemoRow = memo(function Row(props: RowProps) {
  const { id, list, columns, row, context, index, measure, isSelected, isStop, onSelect } = props;
  const header = Math.max(
    0,
    columns.findIndex(({ isRowHeader }) => isRowHeader === true),
  );
  const stop = { tabIndex: isStop ? 0 : -1, 'data-stop': '' } as const;
  const box = onSelect && {
    ...stop,
    id,
    checked: isSelected,
    onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) =>
      onSelect(row, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey),
  };
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={measure && index + 2}
      data-selected={isSelected ? '' : undefined}
      {...list.attributesOf?.(row, context)}
    >
      {columns.map(({ heading, className, cell }, column) =>
        column === header ? (
          <th key={heading} scope="row" className={className}>
            {cell(row, context, { box: box ?? null, stop })}
          </th>
        ) : (
          <td key={heading} className={className}>
            {cell(row, context, { box: box ?? null, stop })}
          </td>
        ),
      )}
    </tr>
  );
});
