import { SkeletonBox, VisuallyHidden } from '@primer/react';
import type { ReactNode, Ref } from 'react';
import { SectionHeading } from '../../components/section-heading.tsx';
import './attention.css';

const TITLE_ID = 'attention-title';

interface AttentionFrameProps {
  readonly isReading: boolean;
  /** Announced after reading. */
  readonly count?: string;
  readonly action?: ReactNode;
  readonly heading?: Ref<HTMLHeadingElement>;
  readonly children?: ReactNode;
}

export function AttentionFrame({ isReading, count = '', action, heading = null, children }: AttentionFrameProps) {
  return (
    <section className="attention" aria-labelledby={TITLE_ID}>
      <SectionHeading id={TITLE_ID} title="Needs attention" heading={heading}>
        {action}
      </SectionHeading>
      <VisuallyHidden role="status">{isReading ? 'Checking what needs attention' : count}</VisuallyHidden>
      <ul className="attention-list">
        {children}
        {isReading && (
          <li className="attention-item" aria-hidden="true">
            <SkeletonBox height="1rem" width="16rem" />
          </li>
        )}
      </ul>
    </section>
  );
}
