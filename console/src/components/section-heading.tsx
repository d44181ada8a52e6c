import { VisuallyHidden } from '@primer/react';
import type { ReactNode, Ref } from 'react';
import './section-heading.css';

interface SectionHeadingProps {
  readonly id: string;
  readonly title: ReactNode;
  /** Completes the accessible name: "People of Acme". */
  readonly of?: string;
  readonly heading?: Ref<HTMLHeadingElement>;
  readonly children?: ReactNode;
}

export function SectionHeading({ id, title, of, heading, children }: SectionHeadingProps) {
  return (
    <div className="section-heading">
      <h2 className="section-heading-title" id={id} ref={heading} tabIndex={heading === undefined ? undefined : -1}>
        {title}
        {of !== undefined && <VisuallyHidden> of {of}</VisuallyHidden>}
      </h2>
      {children}
    </div>
  );
}
