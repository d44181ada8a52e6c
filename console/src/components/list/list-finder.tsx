import type { ComponentProps, ReactNode } from 'react';
import { formatCount } from '../../lib/words/reader-locale.ts';
import { NoMatch } from '../messages/no-match.tsx';
import { FinderBar, FinderChoice, FinderFilter } from '../tables/finder-bar.tsx';
import type { Sorting } from '../tables/sort-heading.tsx';
import type { ListView } from './list.ts';
import { ListTable } from './list-table.tsx';
import type { FoundList } from './use-list.ts';

interface ListFinderProps<Row extends object, Context, Name extends string> {
  readonly found: FoundList<Row, Context, Name>;
  /** Announced when it changes. */
  readonly count: string;
  /** Not announced. */
  readonly progress?: string;
}

/** Filters, search and sorting of a list. */
export function ListFinder<Row extends object, Context, Name extends string>({
  found,
  count,
  progress = '',
}: ListFinderProps<Row, Context, Name>) {
  const { list, context, chosen, change, input, sortBy } = found;
  return (
    <FinderBar count={count} progress={progress}>
      {(Object.keys(list.filters) as Name[]).map((name) => {
        const { label, choices, offers, count: countOf, isDisabled } = list.filters[name];
        const options = choices.flatMap(([value, words], index) => {
          const fitting = countOf?.(value, context);
          const isOffered =
            (offers?.(value, context) ?? true) && (fitting !== 0 || index === 0 || value === chosen[name]);
          const option = [value, fitting === undefined ? words : `${words} (${formatCount(fitting)})`] as const;
          return isOffered ? [option] : [];
        });
        if (options.length === 0) return null;
        return (
          <FinderChoice
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
          options={list.sortings.map((sorting) => [nameOf(sorting), sorting.words] as const)}
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
    </FinderBar>
  );
}

const nameOf = ({ sort, order }: Sorting): string => `${sort}-${order}`;

interface FoundTableProps<Row extends object, Context, Name extends string>
  extends Omit<ComponentProps<typeof ListTable<Row, Context>>, 'list' | 'rows' | 'context' | 'view' | 'onSort'> {
  readonly found: FoundList<Row, Context, Name>;
  /** Defaults to all that were found. */
  readonly rows?: readonly Row[];
}

/** Shows the rows that were found, at least one. */
export function FoundTable<Row extends object, Context, Name extends string>({
  found: { list, context, view, sortBy, shown },
  rows = shown,
  ...table
}: FoundTableProps<Row, Context, Name>) {
  return <ListTable {...table} list={list} rows={rows} context={context} view={view} onSort={sortBy} />;
}

interface NothingFoundProps<Row extends object, Context, Name extends string> {
  readonly found: FoundList<Row, Context, Name>;
  /** Replaces the words of the list. */
  readonly children?: ReactNode;
}

export function NothingFound<Row extends object, Context, Name extends string>({
  found: { list, showAll },
  children = list.noMatch.words,
}: NothingFoundProps<Row, Context, Name>) {
  return (
    <NoMatch title={list.noMatch.title} clearWords={list.noMatch.showAll} onClear={showAll}>
      {children}
    </NoMatch>
  );
}
