import { SkeletonBox, VisuallyHidden } from '@primer/react';
import type { ReactNode } from 'react';
import { SortHeading, type SortOrder } from '../../../components/tables/sort-heading.tsx';
import type { ListView, SortColumn } from '../finder/list-view.ts';
import './organization-table.css';

interface OrganizationTableFrameProps {
  readonly view: Pick<ListView, 'sort' | 'order'>;
  readonly onSort: (sorting: Pick<ListView, 'sort' | 'order'>) => void;
  readonly isReading: boolean;
  /** Rows of four cells. */
  readonly children: ReactNode;
}

interface Column {
  readonly sort: SortColumn;
  readonly name: string;
  readonly className?: string;
  readonly firstOrder?: SortOrder;
  readonly align?: 'end';
}

const COLUMNS: readonly Column[] = [
  { sort: 'name', name: 'Organization' },
  { sort: 'role', name: 'Your role' },
  { sort: 'app', name: 'App', className: 'organization-table-app' },
  {
    sort: 'repositories',
    name: 'Repositories',
    className: 'organization-table-number',
    firstOrder: 'descending',
    align: 'end',
  },
];

export function OrganizationTableFrame({ view, onSort, isReading, children }: OrganizationTableFrameProps) {
  return (
    <div className="organization-table-frame">
      {isReading && <VisuallyHidden role="status">Loading where the App is installed</VisuallyHidden>}
      <table className="organization-table" aria-labelledby="organization-list-title" aria-busy={isReading}>
        <thead>
          <tr>
            {COLUMNS.map(({ sort, ...column }) => (
              <SortHeading
                key={sort}
                {...column}
                order={view.sort === sort ? view.order : null}
                onSort={(order) => onSort({ sort, order })}
              />
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

const BLANK_ROWS_MAX = 20;

export function BlankRows({ count }: { readonly count: number }) {
  return Array.from({ length: Math.min(count, BLANK_ROWS_MAX) }, (_, row) => `row-${row}`).map((key) => (
    <tr key={key} inert>
      <th scope="row">
        <span className="organization-table-name">
          <SkeletonBox height="2rem" width="2rem" />
          <SkeletonBox height="1rem" width="min(10rem, 50%)" />
        </span>
      </th>
      <td>
        <SkeletonBox height="1.25rem" width="3.5rem" />
      </td>
      <td>
        <SkeletonBox height="1.25rem" width="6rem" />
      </td>
      <td className="organization-table-number" />
    </tr>
  ));
}
