import { fold } from '@orgdesk/contract/fold';
import type { CheckboxProps } from '@primer/react';
import {
  type ComponentType,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { type AddressView, createAddressView, SORT_ORDERS } from '../../lib/address/address-view.ts';
import { inOrder, sortKey, wordsIn } from '../../lib/fold.ts';
import type { FinderChoiceProps } from '../tables/finder-bar.tsx';
import { opposite, type Sorting, type SortOrder } from '../tables/sort-heading.tsx';

export type RowKey = string | number;

/** Only the controls of one row are in the tab order; arrow keys reach the others. */
export interface RowControls {
  readonly box: Pick<CheckboxProps, 'id' | 'checked' | 'onChange' | 'tabIndex'> | null;
  readonly stop: { readonly tabIndex: 0 | -1; readonly 'data-stop': '' };
}

type CsvCell<Row, Context> = (row: Row, context: Context) => string;

export interface Column<Row, Context = unknown> {
  readonly heading: string;
  /** A width of the table's style sheet. */
  readonly width: string;
  readonly cell: (row: Row, context: Context, controls: RowControls) => ReactNode;
  readonly className?: string;
  /** Use `end` for numbers. */
  readonly align?: 'start' | 'end';
  readonly isRowHeader?: true;
  readonly sort?: {
    /** Value of `sort` in the URL. */
    readonly by: string;
    /** Text sorts without case and accents; null comes last in both orders. */
    readonly value: (row: Row) => string | number | null;
    readonly firstOrder?: SortOrder;
    readonly labels?: Readonly<Record<SortOrder, string>>;
  };
  readonly text?: (row: Row) => string;
  /** The cell of the CSV file, or several by their headings. */
  readonly csv?: CsvCell<Row, Context> | Readonly<Record<string, CsvCell<Row, Context>>>;
  readonly isFixed?: true;
  readonly isShown?: (context: Context) => boolean;
}

export interface Filter<Row, Context = unknown> {
  readonly label: string;
  /** Value in the URL, and label. The first choice matches every row. */
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly fits: (row: Row, value: string, context: Context) => boolean;
  /** A filter without offered choices is hidden. Defaults to all. */
  readonly offers?: (value: string, context: Context) => boolean;
  readonly count?: (value: string, context: Context) => number;
  readonly isDisabled?: (context: Context) => boolean;
  readonly control?: ComponentType<FinderChoiceProps<string>>;
}

export type ListView<Name extends string = never> = Sorting & {
  /** Words to find; empty matches all. */
  readonly text: string;
} & { readonly [Filtered in Name]: string };

export interface ListRows<Row, Context = unknown> {
  /** Identifies what the browser remembers about the list. */
  readonly name?: string;
  readonly columns: readonly Column<Row, Context>[];
  /** Returns a key that survives sorting. */
  readonly keyOf: (row: Row) => RowKey;
  readonly attributesOf?: (row: Row, context: Context) => Readonly<Record<`${'aria' | 'data'}-${string}`, unknown>>;
  readonly canSelect?: (row: Row) => boolean;
  /** Set if rows are people. */
  readonly usernameOf?: (row: Row) => string | null;
}

interface ListDefinition<Row, Context, Name extends string> extends ListRows<Row, Context> {
  readonly name: string;
  readonly filters: Readonly<Record<Name, Filter<Row, Context>>>;
  /** The URL parameter defaults to `text`. */
  readonly search: { readonly label: string; readonly placeholder: string; readonly parameter?: string };
  /** The default order. Rows keep their order if no column sorts by this name. */
  readonly sorting: Sorting;
  /** Set if other parts need it without the columns. */
  readonly address?: AddressView<ListView<Name>>;
  /** Orders rows that are otherwise equal. Defaults to `sorting`. */
  readonly ties?: Sorting;
  readonly sortLabel?: string;
  readonly defaultOrderLabel?: string;
  readonly noMatch: { readonly title: string; readonly showAll: string; readonly text: string };
}

export interface List<Row, Context = unknown, Name extends string = never> extends ListDefinition<Row, Context, Name> {
  readonly address: AddressView<ListView<Name>>;
  readonly sortings: readonly (Sorting & { readonly label: string })[];
  /** Slow for long lists: memoize the result. */
  readonly sorted: (rows: readonly Row[], sorting: Sorting) => readonly Row[];
  readonly found: (rows: readonly Row[], view: ListView<Name>, context: Context) => readonly Row[];
}

export const NO_MATCHING_PEOPLE = {
  title: 'No matching people',
  showAll: 'Show everyone',
  text: 'No one matches these filters.',
} as const;

const NONE: ReadonlySet<string> = new Set();

export const isColumnFixed = <Row, Context>({ columns }: ListRows<Row, Context>, column: Column<Row, Context>) =>
  column.isFixed === true || column === (columns.find(({ isRowHeader }) => isRowHeader === true) ?? columns[0]);

export const shownColumns = <Row, Context>(
  list: ListRows<Row, Context>,
  context: Context,
  /** Headings. */
  hidden = NONE,
): readonly Column<Row, Context>[] =>
  list.columns.filter(
    (column) => (column.isShown?.(context) ?? true) && (!hidden.has(column.heading) || isColumnFixed(list, column)),
  );

export function createList<Row extends object, Context = unknown, Name extends string = never>(
  definition: ListDefinition<Row, Context, Name>,
): List<Row, Context, Name> {
  const { columns, filters, search, sorting, ties = sorting, defaultOrderLabel } = definition;
  const sorts = columns.flatMap(({ sort }) => sort ?? []);
  const names = Object.keys(filters) as unknown as readonly Name[];
  const valuesOf = (name: Name) => filters[name].choices.map(([value]) => value);
  const perFilter = <Value>(of: (name: Name) => Value) => Object.fromEntries(names.map((name) => [name, of(name)]));

  // Each row is folded only once.
  const texts = new WeakMap<Row, string>();
  const textOf = (row: Row): string => {
    const cached = texts.get(row);
    if (cached !== undefined) return cached;
    const text = columns.map((column) => fold(column.text?.(row) ?? '')).join('\n');
    texts.set(row, text);
    return text;
  };

  return {
    ...definition,
    address:
      definition.address ??
      createAddressView<ListView<Name>>(
        { text: '', ...perFilter((name) => valuesOf(name)[0] ?? ''), ...sorting } as ListView<Name>,
        {
          text: null,
          ...perFilter(valuesOf),
          sort: [sorting.sort, ...sorts.map(({ by }) => by)],
          order: SORT_ORDERS,
        } as unknown as Parameters<typeof createAddressView<ListView<Name>>>[1],
        { text: search.parameter ?? 'text' } as Parameters<typeof createAddressView<ListView<Name>>>[2],
      ),
    sortings: [
      ...(defaultOrderLabel === undefined ? [] : [{ ...sorting, label: defaultOrderLabel }]),
      ...columns.flatMap(({ heading, sort }) => {
        if (sort === undefined) return [];
        const { by, firstOrder = 'ascending', labels } = sort;
        const usual = { ascending: `${heading}, A to Z`, descending: `${heading}, Z to A` };
        return [firstOrder, opposite[firstOrder]].map((order) => ({
          sort: by,
          order,
          label: (labels ?? usual)[order],
        }));
      }),
    ],
    sorted: (rows, { sort, order }) => {
      const [by, tie] = [sort, ties.sort].map((name) => sorts.find((each) => each.by === name));
      if (by === undefined) return order === 'ascending' ? rows : rows.toReversed();
      return rows
        .map((row) => ({ row, key: keyFor(by.value(row)), tie: keyFor(tie?.value(row) ?? null) }))
        .sort((one, other) => compare(one.key, other.key, order) || compare(one.tie, other.tie, ties.order))
        .map(({ row }) => row);
    },
    found: (rows, view, context) => {
      const words = wordsIn(view.text);
      const chosen = names.filter((name) => view[name] !== valuesOf(name)[0]);
      return rows.filter(
        (row) =>
          chosen.every((name) => filters[name].fits(row, view[name], context)) &&
          words.every((word) => textOf(row).includes(word)),
      );
    },
  };
}

const keyFor = (value: string | number | null) => (typeof value === 'string' ? sortKey(fold(value)) : value);

function compare(one: string | number | null, other: string | number | null, order: SortOrder): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return (order === 'ascending' ? 1 : -1) * inOrder(one, other);
}

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
