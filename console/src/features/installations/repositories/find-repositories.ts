import type { CoveredRepositoryView } from '@orgdesk/client';

const UNFILTERED_MAX = 15;
const FIRST_SHOWN = 100;
const NEXT_SHOWN = 1_000;

export const isWorthFiltering = (count: number): boolean => count > UNFILTERED_MAX;

/** Ignores case and surrounding whitespace. */
export function matching(
  repositories: readonly CoveredRepositoryView[],
  text: string,
): readonly CoveredRepositoryView[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return repositories;
  return repositories.filter(({ nameWithOwner }) => nameWithOwner.toLowerCase().includes(wanted));
}

/** `steps` counts presses of "Show more". */
export const shownAfter = (steps: number, count: number): number => Math.min(count, FIRST_SHOWN + steps * NEXT_SHOWN);
