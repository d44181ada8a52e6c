import type { AuditEntry, AuditTrailAnswer } from '@orgdesk/client';

export type TrailPage = AuditTrailAnswer;

/** Merges new and changed entries into the loaded pages. After a gap, only the newest page remains. */
export function withNewest(pages: readonly TrailPage[], newest: TrailPage): readonly TrailPage[] {
  const known = pages.flatMap(({ entries }) => entries);
  // The newest page is complete from this number on.
  const floor = newest.next ?? 0;
  const [first, ...others] = pages;
  if (first === undefined || (known.length > 0 && first.newest < floor)) return [newest];

  const fresh = new Map(newest.entries.map((entry) => [entry.number, entry]));
  const knownNumbers = new Set(known.map(({ number }) => number));
  // Lower entries belong to pages not loaded yet.
  const lowest = pages.at(-1)?.next ?? 0;
  const added = newest.entries.filter(({ number }) => !knownNumbers.has(number) && number >= lowest);
  const asTheyAre = (entries: readonly AuditEntry[]) =>
    entries.flatMap((entry) => (entry.number < floor ? [entry] : (fresh.get(entry.number) ?? [])));
  return [
    { ...first, newest: newest.newest, entries: [...added, ...asTheyAre(first.entries)] },
    ...others.map((page) => ({ ...page, entries: asTheyAre(page.entries) })),
  ];
}

/** Returns all entries, newest first. */
export const entriesIn = (pages: readonly TrailPage[]): readonly AuditEntry[] =>
  pages.flatMap(({ entries }) => entries).toSorted((one, other) => other.number - one.number);
