import { SkeletonBox, VisuallyHidden } from '@primer/react';
import { isWorthFiltering } from './find-organizations.ts';
import { OrganizationTableFrame } from './organization-table.tsx';

const ROWS_MIN = 1;
const ROWS_MAX = 20;

interface OrganizationTableSkeletonProps {
  readonly rows: number;
}

/** Takes the place of the list, at its probable size, while it is being read. */
export function OrganizationTableSkeleton({ rows }: OrganizationTableSkeletonProps) {
  const count = Math.min(Math.max(rows, ROWS_MIN), ROWS_MAX);
  return (
    <>
      <VisuallyHidden role="status">Loading your organizations</VisuallyHidden>
      <div className="organization-list-skeleton" aria-hidden="true">
        <div className="organization-list-bar">
          <SkeletonBox height="1.25rem" width="8rem" />
          {isWorthFiltering(rows) && <SkeletonBox className="organization-list-filter" height="2rem" />}
        </div>
        <OrganizationTableFrame>
          {Array.from({ length: count }, (_, row) => `row-${row}`).map((key) => (
            <SkeletonRow key={key} />
          ))}
        </OrganizationTableFrame>
      </div>
    </>
  );
}

function SkeletonRow() {
  return (
    <tr>
      <th scope="row">
        <span className="organization-table-name">
          <SkeletonBox height="2rem" width="2rem" />
          <SkeletonBox height="1rem" width="10rem" />
        </span>
      </th>
      <td>
        <SkeletonBox height="1.25rem" width="3.5rem" />
      </td>
      <td>
        <SkeletonBox height="1.25rem" width="8rem" />
      </td>
      <td className="organization-table-number" />
    </tr>
  );
}
