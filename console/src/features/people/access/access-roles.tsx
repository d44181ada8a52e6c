import type { OrganizationRolesLine } from '@orgdesk/client';
import { Notice } from '../../../components/messages/notice.tsx';
import { PERMISSION_WORDS } from './access-words.ts';

type Role = NonNullable<OrganizationRolesLine['roles']>[number];

/** Access to all repositories by a role of the organization; its people are named unless they are one person. */
export function AccessRoles({ line, ofOne }: { readonly line: OrganizationRolesLine | null; readonly ofOne: boolean }) {
  if (line === null) return null;
  if (line.roles === null) {
    return (
      <p className="data-table-muted">
        Couldn’t load organization roles{line.words === null ? '.' : `: ${line.words}`}
      </p>
    );
  }
  return (
    <Notice tone="info" title="Access to all repositories by an organization role">
      {line.roles.map((role) => (
        <p key={role.name}>
          {role.name} ({PERMISSION_WORDS[role.permission].toLowerCase()})
          {ofOne ? teamsWords(role.people.flatMap(({ teams }) => teams)) : `: ${peopleWords(role)}`}
        </p>
      ))}
    </Notice>
  );
}

const teamsWords = (teams: readonly string[]): string => (teams.length === 0 ? '' : `, by team ${teams.join(', ')}`);

const peopleWords = ({ people }: Role): string =>
  people.map(({ login, teams }) => `${login}${teams.length === 0 ? '' : ` (team ${teams.join(', ')})`}`).join(', ');
