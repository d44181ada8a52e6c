import type { AuditEntry, AuditTrailAnswer } from '@orgdesk/client';

/** A part of a trail. */
export type TrailPage = AuditTrailAnswer;

/**
 * Parts of a trail with what is new: entries that were added come first, others are as they are by now. Parts that were
 * loaded stay loaded; where more is new than was read, only that is left, and older entries are loaded anew.
 */
export function withNewest(pages: readonly TrailPage[], newest: TrailPage): readonly TrailPage[] {
  const known = pages.flatMap(({ entries }) => entries);
  // From here on, the newest part has every entry that matches.
  const floor = newest.next ?? 0;
  const [first, ...others] = pages;
  if (first === undefined || (known.length > 0 && first.newest < floor)) return [newest];

  const fresh = new Map(newest.entries.map((entry) => [entry.number, entry]));
  const knownNumbers = new Set(known.map(({ number }) => number));
  // What lies behind the last part that was loaded comes with the next one.
  const lowest = pages.at(-1)?.next ?? 0;
  const added = newest.entries.filter(({ number }) => !knownNumbers.has(number) && number >= lowest);
  const asTheyAre = (entries: readonly AuditEntry[]) =>
    entries.flatMap((entry) => (entry.number < floor ? [entry] : (fresh.get(entry.number) ?? [])));
  return [
    { ...first, newest: newest.newest, entries: [...added, ...asTheyAre(first.entries)] },
    ...others.map((page) => ({ ...page, entries: asTheyAre(page.entries) })),
  ];
}

/** All entries of the parts, the newest first. */
export const entriesIn = (pages: readonly TrailPage[]): readonly AuditEntry[] =>
  pages.flatMap(({ entries }) => entries).toSorted((one, other) => other.number - one.number);
