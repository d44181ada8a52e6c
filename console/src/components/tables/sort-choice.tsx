import { FinderChoice } from './finder-bar.tsx';
import type { SortOrder } from './sort-heading.tsx';

export interface Sorting<Sort extends string> {
  readonly sort: Sort;
  readonly order: SortOrder;
}

interface SortChoiceProps<Sort extends string> {
  readonly label: string;
  readonly sortings: readonly (Sorting<Sort> & { readonly words: string })[];
  readonly view: Sorting<Sort>;
  readonly onSort: (sorting: Sorting<Sort>) => void;
}

/** Sorts on narrow screens, which have no column headings. */
export function SortChoice<Sort extends string>({ label, sortings, view, onSort }: SortChoiceProps<Sort>) {
  return (
    <FinderChoice
      label={label}
      options={sortings.map((sorting) => [nameOf(sorting), sorting.words] as const)}
      value={nameOf(view)}
      onChange={(name) => {
        const chosen = sortings.find((sorting) => nameOf(sorting) === name);
        if (chosen !== undefined) onSort({ sort: chosen.sort, order: chosen.order });
      }}
      isNarrowOnly
    />
  );
}

const nameOf = ({ sort, order }: Sorting<string>): string => `${sort}-${order}`;
