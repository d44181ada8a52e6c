import { SkeletonBox, VisuallyHidden } from '@primer/react';
import { type ReactNode, useId } from 'react';
import { SectionHeading } from '../../../components/section-heading.tsx';
import './recent-changes.css';

interface RecentFrameProps {
  readonly isReading: boolean;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

const SKELETONS = ['first', 'second', 'third'];

export function RecentFrame({ isReading, action, children }: RecentFrameProps) {
  const id = useId();
  return (
    <section className="recent" aria-labelledby={id}>
      <SectionHeading id={id} title="Recent changes">
        {action}
      </SectionHeading>
      <VisuallyHidden role="status">{isReading ? 'Loading recent changes' : ''}</VisuallyHidden>
      <ul className="recent-list">
        {children}
        {isReading &&
          SKELETONS.map((name) => (
            <li className="recent-item" key={name} aria-hidden="true">
              <SkeletonBox height="1rem" width="16rem" />
            </li>
          ))}
      </ul>
    </section>
  );
}
