import type { ReactNode } from 'react';
import './content.css';

interface ContentProps {
  readonly className?: string;
  /** Hides the content but keeps its layout. */
  readonly waits?: boolean;
  readonly children: ReactNode;
}

/** The skip link moves the focus to the innermost content. */
export function Content({ className = '', waits = false, children }: ContentProps) {
  return (
    <div className={`content ${className}`} tabIndex={-1} data-waits={waits ? '' : undefined}>
      {children}
    </div>
  );
}

/** Focuses the innermost visible content, or the `main` element if there is none. */
export function goToContent(): void {
  const innermostFirst = [...document.querySelectorAll<HTMLElement>('main, .content')].reverse();
  innermostFirst.some((part) => {
    part.focus();
    return document.activeElement === part;
  });
}
