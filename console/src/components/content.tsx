import type { ReactNode } from 'react';
import './content.css';

interface ContentProps {
  readonly className?: string;
  /** Hides the content but keeps its layout. */
  readonly waits?: boolean;
  readonly isPage?: boolean;
  readonly children: ReactNode;
}

/** The skip link moves the focus to the innermost content. */
export function Content({ className = '', waits = false, isPage = false, children }: ContentProps) {
  return (
    <div
      className={`content ${className}`}
      tabIndex={-1}
      data-waits={waits ? '' : undefined}
      data-page={isPage ? '' : undefined}
    >
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

/** Focuses the heading of a part that is a page of its own, or the first heading. */
export function goToHeading(): void {
  for (const selector of ['.content[data-page] h2', 'main h1']) {
    const heading = document.querySelector<HTMLElement>(selector);
    if (heading === null) continue;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    if (document.activeElement === heading) return;
  }
}
