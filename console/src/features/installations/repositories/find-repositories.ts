import type { CoveredRepositoryView } from '@orgdesk/client';

const UNFILTERED_MAX = 15;
const FIRST_SHOWN = 100;
const NEXT_SHOWN = 1_000;

/** Whether so many repositories are easier to find with a filter than by eye. */
export const isWorthFiltering = (count: number): boolean => count > UNFILTERED_MAX;

/** The repositories whose name, with or without its owner, holds the text, without regard to case and outer blanks. */
export function matching(
  repositories: readonly CoveredRepositoryView[],
  text: string,
): readonly CoveredRepositoryView[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return repositories;
  return repositories.filter(({ nameWithOwner }) => nameWithOwner.toLowerCase().includes(wanted));
}

/** How many of `count` repositories are shown after `steps` requests for more. */
export const shownAfter = (steps: number, count: number): number => Math.min(count, FIRST_SHOWN + steps * NEXT_SHOWN);
