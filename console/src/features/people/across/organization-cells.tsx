import type { OrganizationOfPerson, OrganizationReading, PersonAcross } from '@orgdesk/contract/people/across/merge';
import { inOrder } from '../../../lib/fold.ts';
import { formatCount } from '../../../lib/reader-locale.ts';
import { ROLE_LABELS } from '../list/people-texts.ts';
import { namesOf } from './across-texts.ts';

const ORGANIZATIONS_NAMED = 3;
const TEAMS_NAMED = 2;
const RANKS: Readonly<Record<OrganizationOfPerson['role'], number>> = {
  admin: 0,
  outside_collaborator: 1,
  billing_manager: 2,
  member: 3,
};

interface OrganizationsCellProps {
  readonly person: PersonAcross;
  readonly organizations: ReadonlyMap<number, OrganizationReading>;
  readonly unchecked: readonly OrganizationReading[];
}

export function OrganizationsCell({
  person: { organizations: own },
  organizations,
  unchecked,
}: OrganizationsCellProps) {
  const ordered = [...own.values()]
    .map(({ organization, role }) => ({ login: organizations.get(organization)?.login ?? String(organization), role }))
    .toSorted((one, other) => RANKS[one.role] - RANKS[other.role] || inOrder(one.login, other.login));
  const named = ordered
    .slice(0, ORGANIZATIONS_NAMED)
    .map(({ login, role }) => `${login} (${ROLE_LABELS[role].toLowerCase()})`);
  const more = ordered.length - named.length;
  return (
    <span className="across-table-organizations">
      <span className="person-table-key">Organizations: </span>
      {ordered.length > 1 && <span className="across-table-number">{formatCount(ordered.length)}</span>}
      {named.join(', ')}
      {more > 0 && ` and ${formatCount(more)} more`}
      {organizations.size > own.size && (
        <span className="data-table-muted across-table-unchecked">
          {unchecked.length > 0 && `Not checked in ${namesOf(unchecked)}`}
        </span>
      )}
    </span>
  );
}

export function TeamsCell({
  person: { organizations: own },
  organizations,
}: Omit<OrganizationsCellProps, 'unchecked'>) {
  const teams = [...own.values()].flatMap(({ organization, teams: inOrganization }) =>
    inOrganization.map(({ slug }) => `${organizations.get(organization)?.login ?? organization}/${slug}`),
  );
  const areAll = [...own.keys()].every(
    (id) => organizations.get(id)?.withheld.some(({ part }) => part === 'teams') === false,
  );
  const more = teams.length - TEAMS_NAMED;
  return (
    <>
      <span className="person-table-key">Teams: </span>
      {teams.length === 0 ? (
        <span className="person-table-quiet">{areAll ? 'None' : 'Not checked'}</span>
      ) : (
        teams.slice(0, TEAMS_NAMED).join(', ')
      )}
      {more > 0 && ` and ${formatCount(more)} more`}
    </>
  );
}
