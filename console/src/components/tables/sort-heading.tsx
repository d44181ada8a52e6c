import { ArrowDownIcon, ArrowUpIcon } from '@primer/octicons-react';
import './sort-heading.css';

export type SortOrder = 'ascending' | 'descending';

export interface Sorting {
  readonly sort: string;
  readonly order: SortOrder;
}

interface SortHeadingProps {
  readonly name: string;
  readonly order: SortOrder | null;
  readonly firstOrder: SortOrder | undefined;
  readonly onSort: (order: SortOrder) => void;
  readonly align: 'start' | 'end' | undefined;
  readonly width: string;
}

/** Pressing it again reverses the order. */
export function SortHeading({
  name,
  order,
  firstOrder = 'ascending',
  onSort,
  align = 'start',
  width,
}: SortHeadingProps) {
  const next = order === null ? firstOrder : opposite[order];
  const Arrow = (order ?? firstOrder) === 'ascending' ? ArrowUpIcon : ArrowDownIcon;
  return (
    <th scope="col" className="sort-heading" data-align={align} data-width={width} aria-sort={order ?? undefined}>
      <button className="sort-heading-button" type="button" onClick={() => onSort(next)}>
        {name}
        <Arrow size={12} />
      </button>
      <span className="sort-heading-text">{name}</span>
    </th>
  );
}

export const opposite = { ascending: 'descending', descending: 'ascending' } as const;
