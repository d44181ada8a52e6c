import { SkeletonBox } from '@primer/react';
import type { ComponentProps, ReactNode } from 'react';
import './data-table.css';
import { SortHeading, type SortOrder } from './sort-heading.tsx';

interface Column {
  readonly name: string;
  /** The table's style sheet can define further widths. */
  readonly width: 'narrow' | 'third' | 'rest' | 'number' | (string & {});
  /** Set if the column sorts; `order` is null while another one does. */
  readonly sorting?: {
    readonly order: SortOrder | null;
    readonly firstOrder: SortOrder;
    readonly align: 'start' | 'end';
    readonly onSort: (order: SortOrder) => void;
  };
}

interface DataTableProps extends Pick<ComponentProps<'table'>, 'ref' | 'aria-busy' | 'onKeyDown' | 'onFocus'> {
  /** ID of the element that names the table. */
  readonly label: string;
  readonly columns: readonly Column[];
  /** Total number of rows. If set, `children` is a `tbody` with some of them. */
  readonly rowCount?: number;
  /** Each row starts with a `th`. */
  readonly children: ReactNode;
}

/** Rows become cards without column headings on narrow screens. */
export function DataTable({ label, columns, rowCount, children, ...table }: DataTableProps) {
  const isWindow = rowCount !== undefined;
  return (
    <div className="data-table-frame">
      <table
        className="data-table"
        aria-labelledby={label}
        aria-rowcount={isWindow ? rowCount + 1 : undefined}
        {...table}
      >
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
