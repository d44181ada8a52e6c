/** The longest time that a page may keep growing. */
const GROWTH_MS = 2_000;

export interface ScrollPositions {
  keep(page: string): void;
  knows(page: string): boolean;
  /** Scrolls to the stored position, or to the top. */
  restore(page: string): void;
  end(): void;
}

/** Follows a growing page until the person scrolls. */
export function watchScrollPositions(): ScrollPositions {
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
