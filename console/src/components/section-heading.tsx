import type { ReactNode, Ref } from 'react';
import './section-heading.css';

interface SectionHeadingProps {
  readonly id: string;
  readonly title: ReactNode;
  /** Receives the focus when content before it is removed. */
  readonly heading?: Ref<HTMLHeadingElement>;
  readonly children?: ReactNode;
}

export function SectionHeading({ id, title, heading, children }: SectionHeadingProps) {
  return (
    <div className="section-heading">
      <h2 className="section-heading-title" id={id} ref={heading} tabIndex={heading === undefined ? undefined : -1}>
        {title}
      </h2>
      {children}
    </div>
  );
}
