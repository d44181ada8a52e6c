import { Button } from '@primer/react';
import type { SearchState } from './reading/use-search.ts';

export function SearchProgress({ search }: { readonly search: SearchState }) {
  const { state, searched, stop, goOn } = search;
  if (state === 'none') return null;
  const percent = `${Math.floor(searched * 100)}%`;
  return (
    <div className="audit-trail-search">
      <progress value={searched} aria-label="Search progress" />
      <span role="status">{state === 'searching' ? 'Searching older entries…' : 'Search stopped.'}</span>
      <span>{percent} searched</span>
      {state === 'searching' ? (
        <Button size="small" onClick={stop}>
          Stop searching
        </Button>
      ) : (
        <Button size="small" onClick={goOn}>
          Continue searching
        </Button>
      )}
    </div>
  );
}
