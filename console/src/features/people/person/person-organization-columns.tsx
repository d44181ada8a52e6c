import type { OrganizationMembershipView } from '@orgdesk/client';
import { Label, SkeletonBox } from '@primer/react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import type { ListRows } from '../../../components/list/list.ts';
import { Portrait } from '../../../components/portrait.tsx';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import { ROLE_VARIANTS } from '../list/people-columns.tsx';
import { ROLE_LABELS } from '../list/people-texts.ts';
import type { PersonInOrganization } from './get-person-across.ts';

const TEAMS_NAMED = 2;

export interface ShownOrganization {
  readonly organization: OrganizationMembershipView;
  readonly found: PersonInOrganization | undefined;
}

interface RowContext {
  readonly person: string;
  readonly isReading: boolean;
}

export const ORGANIZATION_ROWS: ListRows<ShownOrganization, RowContext> = {
  keyOf: ({ organization }) => organization.id,
  columns: [
    {
      heading: 'Organization',
      width: 'rest',
      cell: ({ organization, found }, { person }, { stop }) => {
        const login = found?.login ?? organization.login;
        const name = organization.name ?? login;
        return (
          <span className="data-table-person">
            <Portrait url={organization.avatarUrl} login={login} size={32} square />
            {(found?.person?.role ?? null) === null ? (
              <PageLink to="/organizations/$login/people" params={{ login }} {...stop}>
                {name}
              </PageLink>
            ) : (
              <PageLink to="/organizations/$login/people/$person" params={{ login, person }} {...stop}>
                {name}
              </PageLink>
            )}
          </span>
        );
      },
    },
    {
      heading: 'Role',
      width: 'person-role',
      cell: ({ found }, { isReading }) => <RoleCell found={found} isReading={isReading} />,
    },
    {
      heading: 'Teams',
      width: 'quarter',
      cell: ({ found }) => {
        const teams = found?.person?.teams ?? [];
        if (teams.length === 0) return null;
        const more = teams.length - TEAMS_NAMED;
        const named = teams.slice(0, TEAMS_NAMED).map(({ name }) => name);
        return `${named.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
      },
    },
    {
      heading: 'Repositories',
      width: 'number',
      cell: ({ found }) => {
        const repositories = found?.person?.repositories ?? null;
        if (repositories === null) return null;
        return (
          <>
            <span className="person-table-key">Repositories: </span>
            {formatCount(repositories.count)}
            {!repositories.isComplete && ' or more'}
          </>
        );
      },
    },
    {
      heading: 'Open invitations',
      width: 'narrow',
      cell: ({ found }) => {
        const text = invitationText(found);
        if (text === '') return null;
        return (
          <PageLink to="/organizations/$login/invitations" params={{ login: found?.login ?? '' }} inline>
            {text}
          </PageLink>
        );
      },
    },
  ],
};

function RoleCell({
  found,
  isReading,
}: {
  readonly found: PersonInOrganization | undefined;
  readonly isReading: boolean;
}) {
  if (found?.person != null) {
    const { role } = found.person;
    const variant = role === null ? null : ROLE_VARIANTS[role];
    if (role !== null)
      return variant === null ? ROLE_LABELS[role] : <Label variant={variant}>{ROLE_LABELS[role]}</Label>;
    return <span className="person-table-quiet">Not a member</span>;
  }
  if (isReading && found?.state !== 'finished') return <SkeletonBox height="1.25rem" width="5rem" />;
  return <span className="person-table-quiet">Not checked</span>;
}

function invitationText(found: PersonInOrganization | undefined): string {
  const { isPending, sentInvitations, receivedInvitations } = found?.person ?? {};
  const sent = sentInvitations?.length ?? 0;
  const isInvited = isPending === true || (receivedInvitations?.length ?? 0) > 0;
  return [...(isInvited ? ['Invited'] : []), ...(sent > 0 ? [`${counted(sent, 'sent', 'sent')}`] : [])].join(', ');
}
