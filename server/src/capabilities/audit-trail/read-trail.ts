import type { AuditEntry } from '@orgdesk/contract';
import { AUDIT_ENTRIES_AT_ONCE } from '../../domain/limits/audit-trail.ts';
import type { AuditSelection, AuditTrailStore } from '../../ports/storage/audit-trail.ts';
import { entryView } from './entry-view.ts';

type TrailStore = Pick<AuditTrailStore, 'read'>;

/** A part of a trail, as it is at one moment. The newest entry first. */
export async function readEntries(
  trail: TrailStore,
  selection: AuditSelection,
  now: Date,
): Promise<readonly AuditEntry[]> {
  const { actor, target, action } = selection;
  // What no name has is not looked up: a database may refuse the character.
  if ([actor, target, action].some((text) => text?.includes('\0'))) return [];
  return (await trail.read(selection, now)).map(entryView);
}

/** All that is selected, in pieces. What is added meanwhile is not among it. */
export async function* entriesInPieces(
  trail: TrailStore,
  selection: Omit<AuditSelection, 'before' | 'limit'>,
  now: Date,
): AsyncGenerator<readonly AuditEntry[]> {
  const limit = AUDIT_ENTRIES_AT_ONCE;
  let before: number | undefined;
  do {
    const entries: readonly AuditEntry[] = await readEntries(trail, { ...selection, before, limit }, now);
    yield entries;
    before = entries.length < limit ? undefined : entries.at(-1)?.number;
  } while (before !== undefined);
}
