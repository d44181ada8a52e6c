import type { ComponentProps, ReactNode } from 'react';
import { formatCount } from '../../lib/reader-locale.ts';
import type { Read } from '../../lib/reading/read.ts';
import { NoMatch } from '../messages/nothing.tsx';
import { FilterChips } from '../tables/filter-chips.tsx';
import { FinderBar, FinderChoice, FinderFilter } from '../tables/finder-bar.tsx';
import type { Sorting } from '../tables/sort-heading.tsx';
import type { FoundList, ListView } from './list.ts';
import { ListOptions } from './list-options.tsx';
import { ListTable } from './list-table.tsx';

interface ListFinderProps<Row extends object, Context, Name extends string> {
  readonly found: FoundList<Row, Context, Name>;
  readonly count: string;
  readonly read: Read<unknown>;
  /** Not announced. */
  readonly progress?: string;
  readonly file: string;
  readonly selected?: readonly Row[];
  readonly csvContext?: Context;
  readonly isReady?: boolean;
  readonly hasFilters?: boolean;
}

export function ListFinder<Row extends object, Context, Name extends string>(
  props: ListFinderProps<Row, Context, Name>,
) {
  const { found, count, progress = '', hasFilters = true, csvContext = found.context, ...options } = props;
  return (
    <>
      <FinderBar
        count={count}
        progress={progress}
        options={
          <ListOptions
            {...options}
            list={found.list}
            context={csvContext}
            shown={found.shown}
            link={() => found.list.address.href(found.chosen)}
          />
        }
      >
        {hasFilters && <FinderControls found={found} />}
      </FinderBar>
      <FilterChips chips={chipsOf(found)} onClear={found.showAll} onFocus={() => found.input.current?.focus()} />
    </>
  );
}

function chipsOf<Row extends object, Context, Name extends string>({
  list,
  chosen,
  change,
}: FoundList<Row, Context, Name>) {
  return (Object.keys(list.filters) as Name[]).flatMap((name) => {
    const [value, whole] = [chosen[name] as string, list.address.whole[name] as string];
    const label = list.filters[name].choices.find(([choice]) => choice === value)?.[1] ?? value;
    const onRemove = () => change({ [name]: whole } as Partial<ListView<Name>>);
    return value === whole ? [] : [{ label, onRemove }];
  });
}

function FinderControls<Row extends object, Context, Name extends string>({
  found: { list, context, chosen, change, input, sortBy },
}: Pick<ListFinderProps<Row, Context, Name>, 'found'>) {
  return (
    <>
      {(Object.keys(list.filters) as Name[]).map((name) => {
        const {
          label,
          choices,
          offers,
          count: countOf,
          isDisabled,
          control: Choice = FinderChoice,
        } = list.filters[name];
        const options = choices.flatMap(([value, label], index) => {
          const fitting = countOf?.(value, context);
          const isOffered =
            (offers?.(value, context) ?? true) && (fitting !== 0 || index === 0 || value === chosen[name]);
          const option = [value, fitting === undefined ? label : `${label} (${formatCount(fitting)})`] as const;
          return isOffered ? [option] : [];
        });
        if (options.length === 0) return null;
        return (
          <Choice
            key={name}
            label={label}
            options={options}
            value={chosen[name] as string}
            onChange={(value) => change({ [name]: value } as Partial<ListView<Name>>)}
            isDisabled={isDisabled?.(context) ?? false}
          />
        );
      })}
      {list.sortLabel !== undefined && (
        <FinderChoice
          label={list.sortLabel}
          options={list.sortings.map((sorting) => [nameOf(sorting), sorting.label] as const)}
          value={nameOf(chosen)}
          onChange={(name) => {
            const sorting = list.sortings.find((each) => nameOf(each) === name);
            if (sorting !== undefined) sortBy({ sort: sorting.sort, order: sorting.order });
          }}
          isNarrowOnly
        />
      )}
      <FinderFilter
        ref={input}
        label={list.search.label}
        placeholder={list.search.placeholder}
        value={chosen.text}
        onChange={(text) => change({ text } as Partial<ListView<Name>>)}
      />
    </>
  );
}

const nameOf = ({ sort, order }: Sorting): string => `${sort}-${order}`;

interface FoundTableProps<Row extends object, Context, Name extends string>
  extends Omit<ComponentProps<typeof ListTable<Row, Context>>, 'list' | 'rows' | 'context' | 'view' | 'onSort'> {
  readonly found: FoundList<Row, Context, Name>;
  readonly rows?: readonly Row[];
}

/** Needs at least one row. */
export function FoundTable<Row extends object, Context, Name extends string>({
  found: { list, context, view, sortBy, shown },
  rows = shown,
  ...table
}: FoundTableProps<Row, Context, Name>) {
  return <ListTable {...table} list={list} rows={rows} context={context} view={view} onSort={sortBy} />;
}

interface NothingFoundProps<Row extends object, Context, Name extends string> {
  /** The rows that were searched. */
  readonly read: Read<unknown>;
  readonly found: FoundList<Row, Context, Name>;
  readonly children?: ReactNode;
}

export function NothingFound<Row extends object, Context, Name extends string>({
  read,
  found: { list, showAll },
  children = list.noMatch.text,
}: NothingFoundProps<Row, Context, Name>) {
  return (
    <NoMatch read={read} title={list.noMatch.title} clearLabel={list.noMatch.showAll} onClear={showAll}>
      {children}
    </NoMatch>
  );
}
