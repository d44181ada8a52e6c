import { SkeletonBox, VisuallyHidden } from '@primer/react';
import { FinderBarSkeleton } from '../../../components/tables/finder-bar.tsx';

const SECTIONS_MAX = 8;
const REPOSITORIES = ['first', 'second', 'third'] as const;

interface InstallationListSkeletonProps {
  readonly sections: number;
}

export function InstallationListSkeleton({ sections }: InstallationListSkeletonProps) {
  const count = Math.min(Math.max(sections, 1), SECTIONS_MAX);
  return (
    <>
      <VisuallyHidden role="status">Loading installations</VisuallyHidden>
      <div className="stack-16" aria-hidden="true">
        <FinderBarSkeleton />
        <div className="stack-24">
          {Array.from({ length: count }, (_, section) => `section-${section}`).map((key) => (
            <SkeletonSection key={key} />
          ))}
        </div>
      </div>
    </>
  );
}

function SkeletonSection() {
  return (
    <div className="installation-section">
      <div className="installation-section-header">
        <SkeletonBox height="2.5rem" width="2.5rem" />
        <div className="installation-section-words">
          <SkeletonBox height="1.5rem" width="10rem" />
          <SkeletonBox height="1.25rem" width="min(18rem, 100%)" />
        </div>
      </div>
      <div className="repository-list">
        {REPOSITORIES.map((key) => (
          <div className="repository-list-item" key={key}>
            <SkeletonBox height="1rem" width="12rem" />
          </div>
        ))}
      </div>
    </div>
  );
}
