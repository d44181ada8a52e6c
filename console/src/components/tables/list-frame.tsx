import type { ReactNode, Ref } from 'react';
import './tables.css';

interface ListFrameProps {
  readonly titleId: string;
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLElement>;
}

export function ListFrame({ titleId, title, action, children, ref }: ListFrameProps) {
  return (
    <section className="stack-16" ref={ref} tabIndex={-1} aria-labelledby={titleId}>
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
