import type { AuditEntry } from '@orgdesk/client';
import { type ComponentType, useId, useMemo } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { useFirstRows } from '../../../components/list/first-rows.tsx';
import type { ListRows } from '../../../components/list/list.ts';
import { ListTable } from '../../../components/list/list-table.tsx';
import { SectionHeading } from '../../../components/section-heading.tsx';
import { noneRead, readFrom } from '../../../lib/reading/read.ts';
import { formatDay, formatMinute } from '../../../lib/words/reader-locale.ts';
import type { PersonPlace } from './get-person-across.ts';

interface PlacedEntry {
  readonly entry: AuditEntry;
  readonly organization: number;
  readonly login: string;
}

interface EntryContext {
  readonly EntryWords: ComponentType<{ readonly entry: AuditEntry }>;
}

const ENTRIES: ListRows<PlacedEntry, EntryContext> = {
  keyOf: ({ organization, entry }) => `${organization} ${entry.number}`,
  columns: [
    {
      heading: 'When',
      width: 'narrow',
      cell: ({ entry: { at } }) => (
        <time dateTime={at} title={formatMinute(at) ?? undefined}>
          {formatDay(at)}
        </time>
      ),
    },
    {
      heading: 'Event',
      width: 'rest',
      isRowHeader: true,
      cell: ({ entry }, { EntryWords }) => <EntryWords entry={entry} />,
    },
    { heading: 'Organization', width: 'quarter', cell: ({ login }) => login },
  ],
};

interface PersonEntriesProps {
  readonly person: string;
  readonly places: readonly PersonPlace[];
  readonly EntryWords: EntryContext['EntryWords'];
}

export function PersonEntries({ person, places, EntryWords }: PersonEntriesProps) {
  const id = useId();
  const context = useMemo(() => ({ EntryWords }), [EntryWords]);
  const entries = useMemo(
    () =>
      places
        .flatMap(({ id: organization, login, entries: found }) =>
          (found ?? []).map((entry): PlacedEntry => ({ entry, organization, login })),
        )
        .toSorted((one, other) => Date.parse(other.entry.at) - Date.parse(one.entry.at)),
    [places],
  );
  const { first, more } = useFirstRows(entries, 'events', 'person-entries');
  const longer = places.filter(({ hasMoreEntries }) => hasMoreEntries);
  const missing = places.filter(({ entries: found }) => found === null).map(({ login }) => login);
  const read = readFrom(
    { data: places, error: null },
    { all: 'the audit logs', value: () => entries.length, unread: () => missing },
  );
  return (
    <section className="stack-12" aria-labelledby={id}>
      <SectionHeading id={id} title="Audit log" />
      {entries.length === 0 ? (
        noneRead(read, <p className="hint">No events by {person} or about them.</p>)
      ) : (
        <ListTable label={id} list={ENTRIES} rows={first} context={context} />
      )}
      {more}
      {missing.length > 0 && <p className="hint">Not checked: the audit log of {missing.join(', ')}.</p>}
      {longer.length > 0 && (
        <p className="hint">
          Older events:{' '}
          {longer.map(({ id: organization, login }, index) => (
            <span key={organization}>
              {index > 0 && ', '}
              <PageLink to="/organizations/$login/audit-trail" params={{ login }} search={{ target: person }} inline>
                {login}
              </PageLink>
            </span>
          ))}
        </p>
      )}
    </section>
  );
}
