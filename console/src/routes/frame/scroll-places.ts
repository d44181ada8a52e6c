/** How long the rest of a page may take to appear. */
const GROWTH_MS = 2_000;

/** How far each page was scrolled when it was left. */
export interface ScrollPlaces {
  /** Takes note of how far the page is scrolled at this moment. */
  keep(page: string): void;
  knows(page: string): boolean;
  /** Scrolls to where the page was left, or to its top. */
  restore(page: string): void;
  end(): void;
}

/**
 * Keeps scroll places in memory, for pages that are not loaded again. A page whose rows are drawn a little later is
 * followed until it is long enough, or somebody scrolls. Pages that are loaded are left to the browser.
 */
export function watchScrollPlaces(): ScrollPlaces {
  const places = new Map<string, number>();
  let stopFollowing = () => {};
  const giveBack = () => {
    history.scrollRestoration = 'auto';
  };
  window.addEventListener('pagehide', giveBack);

  return {
    keep: (page) => {
      stopFollowing();
      history.scrollRestoration = 'manual';
      places.set(page, window.scrollY);
    },
    knows: (page) => places.has(page),
    restore: (page) => {
      const top = places.get(page) ?? 0;
      window.scrollTo({ top, behavior: 'instant' });
      if (Math.abs(window.scrollY - top) > 1) stopFollowing = followGrowth(top);
    },
    end: () => {
      stopFollowing();
      giveBack();
      window.removeEventListener('pagehide', giveBack);
    },
  };
}

/** Scrolls on while the page grows, until it is long enough. Gives back what ends that. */
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
