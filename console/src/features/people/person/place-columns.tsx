import type { OrganizationMembershipView } from '@orgdesk/client';
import { Label, SkeletonBox } from '@primer/react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import type { ListRows } from '../../../components/list/list.ts';
import { Portrait } from '../../../components/portrait.tsx';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import { ROLE_VARIANTS } from '../list/people-columns.tsx';
import { ROLE_WORDS } from '../list/people-words.ts';
import type { PersonPlace } from './get-person-across.ts';

const TEAMS_NAMED = 2;

export interface ShownPlace {
  readonly organization: OrganizationMembershipView;
  readonly place: PersonPlace | undefined;
}

interface PlaceContext {
  readonly person: string;
  readonly isReading: boolean;
}

export const PLACES: ListRows<ShownPlace, PlaceContext> = {
  keyOf: ({ organization }) => organization.id,
  columns: [
    {
      heading: 'Organization',
      width: 'rest',
      cell: ({ organization, place }, { person }, { stop }) => {
        const login = place?.login ?? organization.login;
        const name = organization.name ?? login;
        return (
          <span className="data-table-person">
            <Portrait url={organization.avatarUrl} login={login} size={32} square />
            {(place?.person?.role ?? null) === null ? (
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
      cell: ({ place }, { isReading }) => <RoleCell place={place} isReading={isReading} />,
    },
    {
      heading: 'Teams',
      width: 'quarter',
      cell: ({ place }) => {
        const teams = place?.person?.teams ?? [];
        if (teams.length === 0) return null;
        const more = teams.length - TEAMS_NAMED;
        const named = teams.slice(0, TEAMS_NAMED).map(({ name }) => name);
        return `${named.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
      },
    },
    {
      heading: 'Repositories',
      width: 'number',
      cell: ({ place }) => {
        const repositories = place?.person?.repositories ?? null;
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
      cell: ({ place }) => {
        const words = invitationWords(place);
        if (words === '') return null;
        return (
          <PageLink to="/organizations/$login/invitations" params={{ login: place?.login ?? '' }} inline>
            {words}
          </PageLink>
        );
      },
    },
  ],
};

function RoleCell({ place, isReading }: { readonly place: PersonPlace | undefined; readonly isReading: boolean }) {
  if (place?.person != null) {
    const { role } = place.person;
    const variant = role === null ? null : ROLE_VARIANTS[role];
    if (role !== null) return variant === null ? ROLE_WORDS[role] : <Label variant={variant}>{ROLE_WORDS[role]}</Label>;
    return <span className="person-table-quiet">Not a member</span>;
  }
  if (isReading && place?.state !== 'finished') return <SkeletonBox height="1.25rem" width="5rem" />;
  return <span className="person-table-quiet">Not checked</span>;
}

function invitationWords(place: PersonPlace | undefined): string {
  const { isPending, sentInvitations, receivedInvitations } = place?.person ?? {};
  const sent = sentInvitations?.length ?? 0;
  const isInvited = isPending === true || (receivedInvitations?.length ?? 0) > 0;
  return [...(isInvited ? ['Invited'] : []), ...(sent > 0 ? [`${counted(sent, 'sent', 'sent')}`] : [])].join(', ');
}
