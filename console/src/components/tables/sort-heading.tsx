import { ArrowDownIcon, ArrowUpIcon } from '@primer/octicons-react';
import './sort-heading.css';

export type SortOrder = 'ascending' | 'descending';

interface SortHeadingProps {
  readonly name: string;
  /** How the list is sorted by this column; null when it is sorted by another one. */
  readonly order: SortOrder | null;
  /** The order of the first press. */
  readonly firstOrder?: SortOrder;
  readonly onSort: (order: SortOrder) => void;
  /** `end` over numbers. */
  readonly align?: 'start' | 'end';
  readonly className?: string;
  /** As the style sheet of the table knows it. */
  readonly width?: string;
}

/** The heading of a column that sorts its table when pressed, and turns the order round when pressed again. */
export function SortHeading({
  name,
  order,
  firstOrder = 'ascending',
  onSort,
  align = 'start',
  className = '',
  width,
}: SortHeadingProps) {
  const next = order === null ? firstOrder : opposite[order];
  const Arrow = (order ?? firstOrder) === 'ascending' ? ArrowUpIcon : ArrowDownIcon;
  return (
    <th
      scope="col"
      className={`sort-heading ${className}`}
      data-align={align}
      data-width={width}
      aria-sort={order ?? undefined}
    >
      <button className="sort-heading-button" type="button" onClick={() => onSort(next)}>
        {name}
        <Arrow size={12} />
      </button>
      <span className="sort-heading-words">{name}</span>
    </th>
  );
}

const opposite = { ascending: 'descending', descending: 'ascending' } as const;
