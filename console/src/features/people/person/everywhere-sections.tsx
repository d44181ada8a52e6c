import type { AuditEntry } from '@orgdesk/client';
import type { PersonReportLine, PersonReportOrganization } from '@orgdesk/contract/people/across/person-across';
import { Button } from '@primer/react';
import { type ComponentType, useId, useMemo } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { useFirstRows } from '../../../components/list/first-rows.tsx';
import type { ListRows } from '../../../components/list/list.ts';
import { ListTable } from '../../../components/list/list-table.tsx';
import { Notice } from '../../../components/messages/notice.tsx';
import { SectionHeading } from '../../../components/section-heading.tsx';
import { download } from '../../../lib/download.ts';
import { counted, formatDay, formatMinute } from '../../../lib/reader-locale.ts';
import { noneRead, readFrom } from '../../../lib/reading/read.ts';
import { ROLE_LABELS } from '../list/people-texts.ts';
import type { PersonInOrganization } from './get-person-across.ts';

interface PersonReportProps {
  readonly person: string;
  readonly report: PersonReportLine;
}

/** What a person still has in each organization, with the document, which says whether it is signed. */
export function PersonReport({ person, report: { organizations, document, unsigned } }: PersonReportProps) {
  const there = organizations.filter(({ result }) => result === 'still-there');
  const unchecked = organizations.filter(({ result }) => result === 'not-checked');
  const checked = organizations.length - unchecked.length;
  const read = readFrom(
    { data: organizations, error: null },
    {
      all: 'your organizations',
      value: () => there.length,
      unread: () => unchecked.map(({ organization: { login } }) => login),
    },
  );
  const total = counted(organizations.length, 'organization', 'organizations');
  const title =
    there.length > 0
      ? `${person} still has access or invitations in ${counted(there.length, 'organization', 'organizations')} of ${organizations.length}`
      : (noneRead(read, `${person} isn’t in any of ${total}`) ??
        (checked === 0
          ? `Couldn’t check whether ${person} is in an organization`
          : `${person} isn’t in ${checked} of ${total}`));
  return (
    <Notice tone={there.length + unchecked.length > 0 ? 'warning' : 'success'} title={title} role="status">
      {there.map((each) => (
        <p key={each.organization.id}>
          {each.organization.login}: {partsOf(each)}
        </p>
      ))}
      {unchecked.length > 0 && <p>Not checked: {unchecked.map(({ organization: { login } }) => login).join(', ')}.</p>}
      {unsigned != null && (
        <p>
          The report is not signed, so it proves nothing.{' '}
          {unsigned.setting === null ? (
            'Too many reports were made within an hour: create it again later.'
          ) : (
            <>
              The operator of orgdesk can switch signing on with <code>{unsigned.setting}</code>.
            </>
          )}
        </p>
      )}
      <p>
        <Button
          onClick={() =>
            download(
              unsigned == null ? `report-${person}.txt` : `report-${person}-unsigned.txt`,
              document ?? unsigned?.document ?? '',
              'text/plain',
            )
          }
        >
          {unsigned == null ? 'Download report' : 'Download unsigned report'}
        </Button>
      </p>
    </Notice>
  );
}

function partsOf({ role, isPending, teams, receivedInvitations, sentInvitations }: PersonReportOrganization): string {
  const parts = [
    ...(role === null ? [] : [ROLE_LABELS[role].toLowerCase()]),
    ...(teams === null || teams.length === 0 ? [] : [counted(teams.length, 'team', 'teams')]),
    ...(isPending === true || (receivedInvitations ?? 0) > 0 ? ['invited'] : []),
    ...((sentInvitations ?? 0) === 0
      ? []
      : [`${counted(sentInvitations ?? 0, 'open invitation', 'open invitations')} sent`]),
  ];
  return parts.join(', ');
}

interface EntryInOrganization {
  readonly entry: AuditEntry;
  readonly organization: number;
  readonly login: string;
}

interface EntryContext {
  readonly EntryText: ComponentType<{ readonly entry: AuditEntry }>;
}

const ENTRIES: ListRows<EntryInOrganization, EntryContext> = {
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
      cell: ({ entry }, { EntryText }) => <EntryText entry={entry} />,
    },
    { heading: 'Organization', width: 'quarter', cell: ({ login }) => login },
  ],
};

interface PersonEntriesProps {
  readonly person: string;
  readonly organizations: readonly PersonInOrganization[];
  readonly EntryText: EntryContext['EntryText'];
}

export function PersonEntries({ person, organizations, EntryText }: PersonEntriesProps) {
  const id = useId();
  const context = useMemo(() => ({ EntryText }), [EntryText]);
  const entries = useMemo(
    () =>
      organizations
        .flatMap(({ id: organization, login, entries: found }) =>
          (found ?? []).map((entry): EntryInOrganization => ({ entry, organization, login })),
        )
        .toSorted((one, other) => Date.parse(other.entry.at) - Date.parse(one.entry.at)),
    [organizations],
  );
  const { first, more } = useFirstRows(entries, 'events', 'person-entries');
  const longer = organizations.filter(({ hasMoreEntries }) => hasMoreEntries);
  const missing = organizations.filter(({ entries: found }) => found === null).map(({ login }) => login);
  const read = readFrom(
    { data: organizations, error: null },
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
