import { VisuallyHidden } from '@primer/react';
import { type ParsedLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { goToHeading } from '../../components/content.tsx';

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

/** The longest time that a page may keep growing. */
const GROWTH_MS = 2_000;

interface ScrollPositions {
  keep(page: string): void;
  knows(page: string): boolean;
  /** Scrolls to the stored position, or to the top. */
  restore(page: string): void;
  end(): void;
}

/** Follows a growing page until the person scrolls. */
function watchScrollPositions(): ScrollPositions {
  const positions = new Map<string, number>();
  let stopFollowing = () => {};
  const restoreBrowserScrolling = () => {
    history.scrollRestoration = 'auto';
  };
  window.addEventListener('pagehide', restoreBrowserScrolling);

  return {
    keep: (page) => {
      stopFollowing();
      history.scrollRestoration = 'manual';
      positions.set(page, window.scrollY);
    },
    knows: (page) => positions.has(page),
    restore: (page) => {
      const top = positions.get(page) ?? 0;
      window.scrollTo({ top, behavior: 'instant' });
      if (Math.abs(window.scrollY - top) > 1) stopFollowing = followGrowth(top);
    },
    end: () => {
      stopFollowing();
      restoreBrowserScrolling();
      window.removeEventListener('pagehide', restoreBrowserScrolling);
    },
  };
}

/** Returns a function that stops following. */
function followGrowth(top: number): () => void {
  const ended = new AbortController();
  const end = () => ended.abort();
  const growth = new ResizeObserver(() => {
    window.scrollTo({ top, behavior: 'instant' });
    if (Math.abs(window.scrollY - top) <= 1) end();
  });
  growth.observe(document.body);
  const timer = window.setTimeout(end, GROWTH_MS);
  ended.signal.addEventListener('abort', () => {
    growth.disconnect();
    window.clearTimeout(timer);
  });
  for (const own of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
    window.addEventListener(own, end, { signal: ended.signal, passive: true });
  }
  return end;
}
