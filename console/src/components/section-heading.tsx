import type { ReactNode, Ref } from 'react';
import './section-heading.css';

interface SectionHeadingProps {
  /** ID of the heading, for what it names. */
  readonly id: string;
  readonly title: ReactNode;
  /** Where reading goes on when something before it is done. */
  readonly heading?: Ref<HTMLHeadingElement>;
  /** What stands beside it. */
  readonly children?: ReactNode;
}

/** Heading of a part of a page. */
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
