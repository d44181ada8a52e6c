import { SkeletonBox } from '@primer/react';
import type { ReactNode } from 'react';
import './data-table.css';

interface Column {
  readonly name: string;
  readonly width: 'narrow' | 'third' | 'rest' | 'number';
}

interface DataTableProps {
  /** ID of the element that names the table. */
  readonly label: string;
  readonly columns: readonly Column[];
  /** The rows, each with a heading and one cell less than there are columns. */
  readonly children: ReactNode;
}

/** A framed table. On a narrow screen its rows become cards without column headings. */
export function DataTable({ label, columns, children }: DataTableProps) {
  return (
    <div className="data-table-frame">
      <table className="data-table" aria-labelledby={label}>
        <thead>
          <tr>
            {columns.map(({ name, width }) => (
              <th key={name} scope="col" data-width={width}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
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
