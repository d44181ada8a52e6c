import { VisuallyHidden } from '@primer/react';
import { type ParsedLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { goToHeading } from '../../components/content.tsx';
import { watchScrollPositions } from './scroll-positions.ts';

/** The page has set its title by then. */
const TITLE_MS = 100;

/**
 * Does what browsers do on a page load: focuses the heading or fragment, announces the title and restores scrolling.
 */
export function PageArrival() {
  const router = useRouter();
  const [title, setTitle] = useState('');

  useEffect(() => {
    let timer = 0;
    let focusedBefore: Element | null = null;
    const scrolling = watchScrollPositions();
    const leave = router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
      if (fromLocation === undefined || !pathChanged) return;
      focusedBefore = document.activeElement;
      scrolling.keep(keyOf(fromLocation));
    });
    const arrive = router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
      if (fromLocation === undefined || !pathChanged) return;
      const part = document.getElementById(toLocation.hash);
      const beginsThere = part !== null && hasTaken(part);
      // Somebody who moved on by keyboard while the page loaded keeps their place.
      if (!beginsThere && [focusedBefore, document.body].includes(document.activeElement)) goToHeading();
      const key = keyOf(toLocation);
      if (part === null || beginsThere || scrolling.knows(key)) scrolling.restore(key);
      if (part !== null && !scrolling.knows(key)) part.scrollIntoView({ block: beginsThere ? 'nearest' : 'start' });
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setTitle(document.title), TITLE_MS);
    });
    return () => {
      leave();
      arrive();
      scrolling.end();
      window.clearTimeout(timer);
    };
  }, [router]);

  return <VisuallyHidden aria-live="polite">{title}</VisuallyHidden>;
}

const keyOf = ({ state, href }: ParsedLocation): string => state.__TSR_key ?? href;

function hasTaken(part: HTMLElement): boolean {
  part.focus({ preventScroll: true });
  return document.activeElement === part;
}
