import { AUDIT_PAGE } from '@orgdesk/contract/limits';
import { Button } from '@primer/react';
import { useEffect, useState } from 'react';
import { entriesIn, type TrailPage } from './get-trail.ts';

interface SearchOptions {
  /** Restarts the search when it changes. */
  readonly of: unknown;
  readonly pages: readonly TrailPage[] | undefined;
  readonly isFetching: boolean;
  readonly hasFailed: boolean;
  readonly fetchNext: () => void;
}

interface SearchState {
  /** `stopped`: by the person. `none`: finished or nothing to search. */
  readonly state: 'none' | 'searching' | 'stopped';
  /** Fraction of the trail from 0 to 1. */
  readonly searched: number;
  readonly stop: () => void;
  /** Searches for another page of entries. */
  readonly goOn: () => void;
}

/** Requests pages until enough entries are found or the person stops it. */
export function useSearch({ of, pages, isFetching, hasFailed, fetchNext }: SearchOptions): SearchState {
  const [goal, setGoal] = useState({ of, entries: AUDIT_PAGE, isStopped: false });
  const { entries: targetCount, isStopped } = goal.of === of ? goal : FIRST;
  const last = pages?.at(-1);
  const found = entriesIn(pages ?? []).length;
  const isOpen = last !== undefined && last.next !== null && found < targetCount;
  const isDue = isOpen && !isStopped && !isFetching && !hasFailed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page is requested once.
  useEffect(() => {
    if (isDue) fetchNext();
  }, [isDue, last?.next]);

  const newest = pages?.[0]?.newest ?? 0;
  return {
    state: !isOpen || hasFailed ? 'none' : isStopped ? 'stopped' : 'searching',
    searched: newest === 0 || last?.next == null ? 1 : Math.max(0, newest - last.next) / newest,
    stop: () => setGoal({ of, entries: targetCount, isStopped: true }),
    goOn: () => {
      setGoal({ of, entries: found + AUDIT_PAGE, isStopped: false });
      if (hasFailed) fetchNext();
    },
  };
}

const FIRST: { readonly entries: number; readonly isStopped: boolean } = { entries: AUDIT_PAGE, isStopped: false };

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
