import type { AuditEntry, AuditTrailAnswer } from '@orgdesk/client';

export type TrailPage = AuditTrailAnswer;

/** After a gap, only the newest page remains. */
export function withNewest(pages: readonly TrailPage[], newest: TrailPage): readonly TrailPage[] {
  const loaded = pages.flatMap(({ entries }) => entries);
  // The newest page is complete from this number on.
  const completeFrom = newest.next ?? 0;
  const [first, ...others] = pages;
  if (first === undefined || (loaded.length > 0 && first.newest < completeFrom)) return [newest];

  const fresh = new Map(newest.entries.map((entry) => [entry.number, entry]));
  const loadedNumbers = new Set(loaded.map(({ number }) => number));
  // Lower entries belong to pages not loaded yet.
  const lowest = pages.at(-1)?.next ?? 0;
  const added = newest.entries.filter(({ number }) => !loadedNumbers.has(number) && number >= lowest);
  const refreshed = (entries: readonly AuditEntry[]) =>
    entries.flatMap((entry) => (entry.number < completeFrom ? [entry] : (fresh.get(entry.number) ?? [])));
  return [
    {
      ...first,
      newest: newest.newest,
      missingSince: newest.missingSince,
      entries: [...added, ...refreshed(first.entries)],
    },
    ...others.map((page) => ({ ...page, entries: refreshed(page.entries) })),
  ];
}

export const entriesIn = (pages: readonly TrailPage[]): readonly AuditEntry[] =>
  pages.flatMap(({ entries }) => entries).toSorted((one, other) => other.number - one.number);
