import { AUDIT_ENTRIES_AT_ONCE } from '../../domain/limits.ts';
import type { AuditRecord, AuditSelection, AuditTrailStore } from '../../ports/audit-trail.ts';
import { unknownBefore } from './entry-view.ts';
import type { ParsedFilters } from './parse-filters.ts';

/** Entries of one organization, as they were at one moment. */
export interface Wanted {
  readonly organizationId: number;
  readonly filters: ParsedFilters;
  /** Decides which changes without an outcome are under way. */
  readonly now: Date;
}

interface Page {
  readonly before: number | undefined;
  readonly limit: number;
}

/** Reads parts of audit trails, the newest entry first. */
export function createTrailReader(trail: Pick<AuditTrailStore, 'read'>) {
  async function read(wanted: Wanted, page: Page): Promise<readonly AuditRecord[]> {
    const { actor, target, action } = wanted.filters;
    // What no name has is not looked up: a database may refuse the character.
    if ([actor, target, action].some((text) => text?.includes('\0'))) return [];
    const parts = await Promise.all(selectionsOf(wanted, page).map((selection) => trail.read(selection)));
    return parts.length === 1
      ? (parts[0] ?? [])
      : parts
          .flat()
          .toSorted((one, other) => other.number - one.number)
          .slice(0, page.limit);
  }

  return {
    read,
    /** All of them, in pieces. What is added meanwhile is not among them. */
    async *pieces(wanted: Wanted): AsyncGenerator<readonly AuditRecord[]> {
      const limit = AUDIT_ENTRIES_AT_ONCE;
      let before: number | undefined;
      do {
        const entries: readonly AuditRecord[] = await read(wanted, { before, limit });
        yield entries;
        before = entries.length < limit ? undefined : entries.at(-1)?.number;
      } while (before !== undefined);
    },
  };
}

/** One is not enough for changes whose outcome is not known: of some that was written, the others are too old. */
function selectionsOf({ organizationId, filters, now }: Wanted, page: Page): readonly AuditSelection[] {
  const { actor, target, action, way, outcome, since, until } = filters;
  const of = { organizationId, actor, target, action, way, since, until, ...page };
  const tooOld = unknownBefore(now);
  switch (outcome) {
    case 'under-way':
      return [{ ...of, outcome: 'intended', since: since !== undefined && since > tooOld ? since : tooOld }];
    case 'unknown': {
      const intended = {
        ...of,
        outcome: 'intended',
        until: until !== undefined && until < tooOld ? until : tooOld,
      } as const;
      return [{ ...of, outcome }, intended];
    }
    default:
      return [{ ...of, outcome }];
  }
}
