import type { CoveredRepositoryView } from '@orgdesk/client';
import { hasWords } from '../../../lib/words/fold.ts';

const UNFILTERED_MAX = 15;
const FIRST_SHOWN = 100;
const NEXT_SHOWN = 1_000;

export const isWorthFiltering = (count: number): boolean => count > UNFILTERED_MAX;

/** Finds every word, without regard to case and accents. */
export function matching(
  repositories: readonly CoveredRepositoryView[],
  text: string,
): readonly CoveredRepositoryView[] {
  if (text.trim() === '') return repositories;
  return repositories.filter(({ nameWithOwner }) => hasWords(nameWithOwner, text));
}

export const stepsTo = (index: number): number => Math.max(0, Math.ceil((index + 1 - FIRST_SHOWN) / NEXT_SHOWN));

/** `steps` counts presses of "Show more". */
export const shownAfter = (steps: number, count: number): number => Math.min(count, FIRST_SHOWN + steps * NEXT_SHOWN);
