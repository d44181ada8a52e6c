import type { PersonAnswer } from '@orgdesk/client';
import { useId } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import type { ListRows } from '../../../components/list/list.ts';
import { ListTable } from '../../../components/list/list-table.tsx';
import { SectionHeading } from '../../../components/section-heading.tsx';
import { noneRead, type Read } from '../../../lib/reading/read.ts';
import { formatDay, formatMinute } from '../../../lib/words/reader-locale.ts';

type SentInvitation = NonNullable<PersonAnswer['sentInvitations']>[number];

const INVITATIONS: ListRows<SentInvitation> = {
  keyOf: ({ id }) => id,
  columns: [
    { heading: 'Invited', width: 'rest', cell: ({ login, email }) => login ?? email ?? 'Unknown' },
    {
      heading: 'Sent',
      width: 'narrow',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={formatMinute(createdAt) ?? undefined}>
          {formatDay(createdAt)}
        </time>
      ),
    },
  ],
};

interface SentInvitationsProps {
  readonly login: string;
  readonly invitations: readonly SentInvitation[];
  readonly read: Read<number>;
}

export function SentInvitations({ login, invitations, read }: SentInvitationsProps) {
  const id = useId();
  return (
    <section className="stack-12" aria-labelledby={id}>
      <SectionHeading id={id} title="Open invitations sent">
        {invitations.length > 0 && (
          <PageLink to="/organizations/$login/invitations" params={{ login }}>
            All invitations
          </PageLink>
        )}
      </SectionHeading>
      {invitations.length === 0 ? (
        noneRead(read, <p className="person-view-hint">None.</p>)
      ) : (
        <>
          <p className="person-view-hint">They’re cancelled if this person leaves the organization.</p>
          <ListTable label={id} list={INVITATIONS} rows={invitations} />
        </>
      )}
    </section>
  );
}
