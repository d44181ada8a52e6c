import type { ReactNode } from 'react';
import './section-heading.css';

interface SectionHeadingProps {
  /** ID of the heading, for what it names. */
  readonly id: string;
  readonly title: string;
  /** What stands beside it. */
  readonly children?: ReactNode;
}

/** Heading of a part of a page. */
export function SectionHeading({ id, title, children }: SectionHeadingProps) {
  return (
    <div className="section-heading">
      <h2 className="section-heading-title" id={id}>
        {title}
      </h2>
      {children}
    </div>
  );
}
