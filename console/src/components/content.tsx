import type { ReactNode } from 'react';
import './content.css';

interface ContentProps {
  readonly className?: string;
  /** Whether it is laid out, but not shown yet. */
  readonly waits?: boolean;
  readonly children: ReactNode;
}

/** What a page is about, below bars that lead elsewhere: where the skip link leads, to the innermost one there is. */
export function Content({ className = '', waits = false, children }: ContentProps) {
  return (
    <div className={`content ${className}`} tabIndex={-1} data-waits={waits ? '' : undefined}>
      {children}
    </div>
  );
}

/** Gives the focus to the innermost content that shows, or else to the main part of the page. */
export function goToContent(): void {
  const innermostFirst = [...document.querySelectorAll<HTMLElement>('main, .content')].reverse();
  innermostFirst.some((part) => {
    part.focus();
    return document.activeElement === part;
  });
}
