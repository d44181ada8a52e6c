import type { ReactNode, Ref } from 'react';
import './list-frame.css';

interface ListFrameProps {
  /** ID of the heading, for what else it names. */
  readonly titleId: string;
  readonly title: string;
  /** A step beside the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
  /** Takes the focus when what had it goes away. */
  readonly ref?: Ref<HTMLElement>;
}

/** A page that is one list: its heading and, below, notices, finder and the list itself. */
export function ListFrame({ titleId, title, action, children, ref }: ListFrameProps) {
  return (
    <section className="list-frame" ref={ref} tabIndex={-1} aria-labelledby={titleId}>
      <div className="list-frame-heading">
        <h1 className="list-frame-title" id={titleId}>
          {title}
        </h1>
        {action}
      </div>
      {children}
    </section>
  );
}
