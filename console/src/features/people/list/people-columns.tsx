import type { ListedTeam, Person, PersonRole } from '@orgdesk/client';
import { Checkbox, Label, Link } from '@primer/react';
import type { ReactNode } from 'react';
import { menuColumn } from '../../../components/controls/row-menu.tsx';
import { createList, NO_MATCHING_PEOPLE, type RowControls } from '../../../components/list/list.ts';
import { Portrait } from '../../../components/portrait.tsx';
import { personPath } from '../../../lib/address/paths.ts';
import { formatDay } from '../../../lib/reader-locale.ts';
import { type ChosenChange, OFFERS } from '../change/change-choice.tsx';
import type { PeopleList } from './get-people.ts';
import { ROLE_LABELS, SECOND_FACTOR_LABELS, type SecondFactor, secondFactorOf } from './people-texts.ts';
import './people-columns.css';

const TEAMS_NAMED = 2;
const NO_TEAMS: readonly ListedTeam[] = [];
const RANKS: Readonly<Record<PersonRole, number>> = {
  admin: 0,
  member: 1,
  billing_manager: 2,
  outside_collaborator: 3,
};
/** Null for what is usual. */
export const ROLE_VARIANTS = {
  admin: 'accent',
  member: null,
  billing_manager: 'secondary',
  outside_collaborator: 'attention',
} as const;

/** Optional data: null while loading, undefined if hidden or not requested. */
export interface PeopleContext {
  readonly secondFactors?: PeopleList['secondFactors'] | undefined;
  readonly teams?: PeopleList['teams'] | undefined;
  /** False if the teams of some people may be missing. */
  readonly hasAllTeams?: boolean;
  readonly joined?: PeopleList['joined'] | undefined;
}

export interface ShownContext extends PeopleContext {
  readonly organization?: string;
  readonly onOpen?: (login: string) => void;
  readonly onChange?: ((person: Person, change: ChosenChange) => void) | null;
  /** ID of the signed-in person, who cannot change themselves. */
  readonly self?: number;
}

/** The people of an organization, in the code host's order: loading in it never moves visible rows. */
export const PEOPLE = createList<Person, ShownContext, 'role' | 'factor' | 'teams'>({
  name: 'people',
  keyOf: ({ id }) => id,
  usernameOf: ({ login }) => login,
  columns: [
    {
      heading: 'Name',
      width: 'rest',
      text: ({ login, name }) => `${login}\n${name ?? ''}`,
      sort: {
        by: 'name',
        value: ({ login, name }) => name ?? login,
      },
      csv: ({ name }) => name ?? '',
      cell: ({ login, name, avatarUrl }, { organization = '', onOpen }, { box, stop }) => (
        <span className="data-table-person person-table-person">
          <label className="person-table-box" htmlFor={box?.id}>
            <Checkbox {...box} aria-label={`Select ${login}`} />
            <Portrait url={avatarUrl} login={login} size={32} />
          </label>
          <PersonLink href={personPath(organization, login)} onOpen={() => onOpen?.(login)} stop={stop}>
            {name ?? login}
          </PersonLink>
        </span>
      ),
    },
    {
      heading: 'Username',
      width: 'person-login',
      className: 'person-table-login',
      sort: {
        by: 'login',
        value: ({ login }) => login,
      },
      csv: ({ login }) => login,
      cell: ({ login }) => login,
    },
    {
      heading: 'Role',
      width: 'person-role',
      sort: {
        by: 'role',
        value: ({ role }) => RANKS[role],
        labels: { ascending: 'Owners first', descending: 'Owners last' },
      },
      csv: ({ role }) => ROLE_LABELS[role],
      cell: ({ role }) => {
        const variant = ROLE_VARIANTS[role];
        if (variant === null) return ROLE_LABELS[role];
        return (
          <Label className="person-table-label" variant={variant}>
            {ROLE_LABELS[role]}
          </Label>
        );
      },
    },
    {
      heading: '2FA',
      width: 'person-factor',
      isShown: ({ secondFactors }) => secondFactors !== undefined,
      csv: (person, { secondFactors }) =>
        secondFactors ? SECOND_FACTOR_LABELS[secondFactorOf(person, secondFactors)] : '',
      cell: (person, { secondFactors }) =>
        secondFactors && <SecondFactorCell value={secondFactorOf(person, secondFactors)} />,
    },
    {
      heading: 'Member since',
      width: 'person-since',
      className: 'person-table-since',
      isShown: ({ joined }) => joined !== undefined,
      csv: ({ id }, { joined }) => joined?.get(id)?.slice(0, 10) ?? '',
      cell: ({ id }, { joined }) => <SinceCell at={joined?.get(id)} />,
    },
    {
      heading: 'Teams',
      width: 'person-teams',
      isShown: ({ teams }) => teams !== undefined,
      csv: ({ id }, { teams, hasAllTeams = true }) => {
        const slugs = (teams?.get(id) ?? NO_TEAMS).map(({ slug }) => slug);
        return [...slugs, ...(hasAllTeams ? [] : ['not all checked'])].join('; ');
      },
      cell: ({ id }, { teams, hasAllTeams = true }) =>
        teams && <TeamsCell teams={teams.get(id) ?? NO_TEAMS} areAll={hasAllTeams} />,
    },
    menuColumn({
      of: ({ login }) => login,
      isShown: ({ onChange }) => onChange !== undefined && onChange !== null,
      entries: (person, { organization = '', onChange, self }) => [
        { label: 'View person', path: personPath(organization, person.login) },
        ...(person.id === self ? [] : OFFERS[person.role]).map(({ change, label, isDangerous = false }) => ({
          label,
          isDangerous,
          onSelect: () => onChange?.(person, change),
        })),
      ],
    }),
  ],
  // Filters on unknown data have no effect.
  filters: {
    role: {
      label: 'Filter by role',
      choices: [
        ['all', 'All roles'],
        ['admin', 'Owners'],
        ['member', 'Members'],
        ['outside_collaborator', 'Outside collaborators'],
      ],
      offers: (role, { secondFactors }) => role !== 'outside_collaborator' || secondFactors !== undefined,
      fits: ({ role }, choice) => role === choice,
    },
    factor: {
      label: 'Filter by two-factor authentication',
      choices: [
        ['all', 'All 2FA states'],
        ['disabled', '2FA disabled'],
        ['insecure', 'Insecure 2FA'],
      ],
      offers: (factor, { secondFactors }) =>
        secondFactors !== undefined && (factor !== 'insecure' || secondFactors?.insecure !== null),
      isDisabled: ({ secondFactors }) => secondFactors === null,
      fits: ({ id }, factor, { secondFactors }) => secondFactors?.[factor as 'disabled' | 'insecure']?.has(id) ?? true,
    },
    teams: {
      label: 'Filter by teams',
      choices: [
        ['all', 'All teams'],
        ['none', 'Not in a team'],
        ['some', 'In a team'],
      ],
      fits: ({ id }, choice, { teams, hasAllTeams = true }) =>
        !teams || (teams.has(id) ? choice === 'some' : choice === 'none' && hasAllTeams),
    },
  },
  search: { label: 'Find people by name or username', placeholder: 'Find by name or username' },
  sorting: { sort: 'listed', order: 'ascending' },
  defaultOrderLabel: 'Default order',
  ties: { sort: 'login', order: 'ascending' },
  sortLabel: 'Sort people',
  noMatch: NO_MATCHING_PEOPLE,
});

export type PeopleView = typeof PEOPLE.address.whole;

export function SecondFactorCell({ value }: { readonly value: SecondFactor }) {
  const text = SECOND_FACTOR_LABELS[value];
  return (
    <>
      <span className="person-table-key">2FA: </span>
      {value === 'enabled' ? (
        <span className="person-table-quiet">{text}</span>
      ) : (
        <Label className="person-table-label" variant={value === 'disabled' ? 'danger' : 'severe'}>
          {text}
        </Label>
      )}
    </>
  );
}

function SinceCell({ at }: { readonly at: string | undefined }) {
  return at !== undefined && <time dateTime={at}>{formatDay(at)}</time>;
}

interface TeamsCellProps {
  readonly teams: readonly ListedTeam[];
  readonly areAll: boolean;
}

function TeamsCell({ teams, areAll }: TeamsCellProps) {
  const named = teams.slice(0, TEAMS_NAMED).map(({ name }) => name);
  const more = teams.length - named.length;
  return (
    <>
      <span className="person-table-key">Teams: </span>
      {teams.length === 0 ? (
        <span className="person-table-quiet">{areAll ? 'None' : 'Not checked'}</span>
      ) : (
        named.join(', ')
      )}
      {more > 0 && ` and ${more} more`}
    </>
  );
}

interface PersonLinkProps extends Pick<RowControls, 'stop'> {
  readonly href: string;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

/** A router link would rerender on every keystroke in the filter. */
export function PersonLink({ href, onOpen, stop, children }: PersonLinkProps) {
  return (
    <Link
      {...stop}
      className="person-table-name"
      href={href}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onOpen();
      }}
    >
      {children}
    </Link>
  );
}
