import { useEffect, useState } from 'react';
import { type ListView, readListView, withListView } from './list-view.ts';

/** The view that stands in the address, and a way to change parts of it. It is in no history of its own. */
export function useListView() {
  const [view, setView] = useState(() => readListView(window.location.search));

  useEffect(() => {
    const follow = () => setView(readListView(window.location.search));
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);

  const change = (part: Partial<ListView>): void => {
    const next = { ...view, ...part };
    writeAddress(next);
    setView(next);
  };
  return { view, change };
}

function writeAddress(view: ListView): void {
  const { pathname, search, hash } = window.location;
  try {
    window.history.replaceState(window.history.state, '', pathname + withListView(search, view) + hash);
  } catch {
    // Some browsers refuse more than a hundred changes in a few seconds. The next one brings the address up to date.
  }
}
