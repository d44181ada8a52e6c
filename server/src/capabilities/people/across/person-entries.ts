import type { AuditEntry, PersonEntriesLine } from '@orgdesk/contract';
import pLimit from 'p-limit';
import { PERSON_ENTRIES } from '../../../domain/limits/people.ts';
import type { NamedAccount } from '../../../ports/code-host/people.ts';
import type { Clock } from '../../../ports/system.ts';
import type { TrailReader } from '../../../shared/audit-trail/read-trail.ts';
import type { LiveRights, Owner } from '../../../shared/sessions/live-rights.ts';

export interface PersonEntriesDeps {
  readonly liveRights: LiveRights;
  readonly reader: Pick<TrailReader, 'part'>;
  readonly clock: Clock;
}

/** Entries have the login of their time, which another account may have had. */
export function createPersonEntries({ liveRights, reader, clock }: PersonEntriesDeps) {
  // Searches of a person wait for each other, and only a few may.
  const oneSearch = pLimit(1);

  return async (
    { session, organization: name, organizationId }: Owner,
    { id, login }: NamedAccount,
    left: AbortSignal,
  ): Promise<PersonEntriesLine> => {
    const unread: PersonEntriesLine = { kind: 'entries', organization: organizationId, entries: null, hasMore: false };
    const owner = await liveRights(session, name);
    if (!owner.ok || owner.value.organizationId !== organizationId) return unread;
    const reading = { userId: session.user.id, now: clock.now(), left };
    const search = (filter: { readonly actor: string } | { readonly target: string }) =>
      oneSearch(() => reader.part({ organizationId, ...filter, limit: PERSON_ENTRIES }, reading));
    const by = await search({ actor: login });
    const about = await search({ target: login });
    if (!by.ok || !about.ok) return unread;
    const found = [
      ...by.value.entries.filter(({ actor }) => actor?.id === id),
      ...about.value.entries.filter((entry) => isAbout(entry, id)),
    ];
    const entries = [...new Map(found.map((entry) => [entry.number, entry])).values()]
      .toSorted((one, other) => other.number - one.number)
      .slice(0, PERSON_ENTRIES);
    const hasMore = by.value.next !== null || about.value.next !== null || entries.length < found.length;
    return { kind: 'entries', organization: organizationId, entries, hasMore };
  };
}

const isAbout = ({ target }: AuditEntry, id: number): boolean =>
  target?.kind === 'person' && (target.id === null || target.id === id);
