import { FinderChoice } from '../../../components/tables/finder-bar.tsx';
import type { ListView } from './list-view.ts';

type Sorting = Pick<ListView, 'sort' | 'order'>;

const SORTINGS = {
  'name-ascending': { sort: 'name', order: 'ascending', words: 'Name, A to Z' },
  'name-descending': { sort: 'name', order: 'descending', words: 'Name, Z to A' },
  'role-ascending': { sort: 'role', order: 'ascending', words: 'Role, admin first' },
  'role-descending': { sort: 'role', order: 'descending', words: 'Role, member first' },
  'app-ascending': { sort: 'app', order: 'ascending', words: 'App, installed first' },
  'app-descending': { sort: 'app', order: 'descending', words: 'App, suspended first' },
  'repositories-descending': { sort: 'repositories', order: 'descending', words: 'Repositories, most first' },
  'repositories-ascending': { sort: 'repositories', order: 'ascending', words: 'Repositories, fewest first' },
} as const satisfies Readonly<Record<string, Sorting & { readonly words: string }>>;

const keys = Object.keys(SORTINGS) as readonly (keyof typeof SORTINGS)[];
const options = keys.map((key) => [key, SORTINGS[key].words] as const);

interface SortChoiceProps {
  readonly view: Sorting;
  readonly onSort: (sorting: Sorting) => void;
}

/** Sorts the list where there are no column headings to press. */
export function SortChoice({ view, onSort }: SortChoiceProps) {
  const value = keys.find((key) => SORTINGS[key].sort === view.sort && SORTINGS[key].order === view.order);
  return (
    <FinderChoice
      label="Sort organizations"
      options={options}
      value={value ?? 'name-ascending'}
      onChange={(key) => onSort({ sort: SORTINGS[key].sort, order: SORTINGS[key].order })}
      isNarrowOnly
    />
  );
}
