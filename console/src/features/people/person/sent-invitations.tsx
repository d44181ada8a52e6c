import type { PersonAnswer } from '@orgdesk/client';
import { useId } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { SectionHeading } from '../../../components/section-heading.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { formatDay, formatMinute } from '../../../lib/words/reader-locale.ts';

const COLUMNS = [
  { name: 'Invited', width: 'rest' },
  { name: 'Sent', width: 'narrow' },
] as const;

interface SentInvitationsProps {
  readonly login: string;
  readonly invitations: NonNullable<PersonAnswer['sentInvitations']>;
}

export function SentInvitations({ login, invitations }: SentInvitationsProps) {
  const id = useId();
  return (
    <section className="person-view-part" aria-labelledby={id}>
      <SectionHeading id={id} title="Open invitations sent">
        {invitations.length > 0 && (
          <PageLink to="/organizations/$login/invitations" params={{ login }}>
            All invitations
          </PageLink>
        )}
      </SectionHeading>
      {invitations.length === 0 ? (
        <p className="person-view-hint">None.</p>
      ) : (
        <>
          <p className="person-view-hint">They end when this person leaves the organization.</p>
          <DataTable label={id} columns={COLUMNS}>
            {invitations.map(({ id: invitationId, login: invited, email, createdAt }) => (
              <tr key={invitationId}>
                <th scope="row">{invited ?? email ?? 'Somebody not named'}</th>
                <td>
                  <time dateTime={createdAt} title={formatMinute(createdAt) ?? undefined}>
                    {formatDay(createdAt)}
                  </time>
                </td>
              </tr>
            ))}
          </DataTable>
        </>
      )}
    </section>
  );
}
