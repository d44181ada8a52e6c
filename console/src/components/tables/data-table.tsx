import { SkeletonBox } from '@primer/react';
import type { ReactNode } from 'react';
import './data-table.css';
import { SortHeading, type SortOrder } from './sort-heading.tsx';

interface Column {
  readonly name: string;
  /** The first ones are known here, others to the style sheet of what stands in the table. */
  readonly width: 'narrow' | 'third' | 'rest' | 'number' | (string & {});
  /** Where the column sorts the table: how it does so now, if it does. */
  readonly sorting?: {
    readonly order: SortOrder | null;
    /** The order of the first press. */
    readonly firstOrder: SortOrder;
    readonly onSort: (order: SortOrder) => void;
  };
}

interface DataTableProps {
  /** ID of the element that names the table. */
  readonly label: string;
  readonly columns: readonly Column[];
  /** How many rows there are where not all of them are in the page. The body is then a part of what is given. */
  readonly rowCount?: number;
  /** The rows, each with a heading and one cell less than there are columns. */
  readonly children: ReactNode;
}

/** A framed table. On a narrow screen its rows become cards without column headings. */
export function DataTable({ label, columns, rowCount, children }: DataTableProps) {
  const isWindow = rowCount !== undefined;
  return (
    <div className="data-table-frame">
      <table className="data-table" aria-labelledby={label} aria-rowcount={isWindow ? rowCount + 1 : undefined}>
        <thead>
          <tr aria-rowindex={isWindow ? 1 : undefined}>
            {columns.map(({ name, width, sorting }) =>
              sorting === undefined ? (
                <th key={name} scope="col" data-width={width}>
                  {name}
                </th>
              ) : (
                <SortHeading key={name} name={name} width={width} {...sorting} />
              ),
            )}
          </tr>
        </thead>
        {isWindow ? children : <tbody>{children}</tbody>}
      </table>
    </div>
  );
}

interface RowsSkeletonProps {
  readonly rows: number;
}

/** Takes the place of a list while it is being read. */
export function RowsSkeleton({ rows }: RowsSkeletonProps) {
  return (
    <div className="data-table-frame" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((key) => (
        <div className="data-table-skeleton-row" key={key}>
          <SkeletonBox height="2rem" width="2rem" />
          <SkeletonBox height="1rem" width="10rem" />
        </div>
      ))}
    </div>
  );
}
