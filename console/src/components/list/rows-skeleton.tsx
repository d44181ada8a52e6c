import { SkeletonBox } from '@primer/react';
import './list-table.css';

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
