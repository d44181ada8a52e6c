import type { OrganizationMembershipView } from '@orgdesk/client';
import { acrossColumns } from '@orgdesk/contract/people/across/columns';
import { type AcrossFilter, matchOf, uncheckedFor } from '@orgdesk/contract/people/across/filters';
import type { PersonAcross } from '@orgdesk/contract/people/across/merge';
import { Checkbox } from '@primer/react';
import { createList, type ListView, NO_MATCHING_PEOPLE } from '../../../components/list/list.ts';
import { PersonLine } from '../../../components/person-line.tsx';
import { personAcrossPath } from '../../../lib/address/paths.ts';
import { formatDay, formatMinute } from '../../../lib/reader-locale.ts';
import { PersonLink, SecondFactorCell } from '../list/people-columns.tsx';
import { ROLE_LABELS } from '../list/people-texts.ts';
import type { ReadOrganization } from './get-people-across.ts';
import { OrganizationsCell, TeamsCell } from './organization-cells.tsx';
import './people-across.css';

export interface AcrossContext {
  readonly organizations: ReadonlyMap<number, ReadOrganization>;
  /** Of those, not read and not being read. */
  readonly unchecked: ReadonlyMap<number, ReadOrganization>;
  readonly showsUnsure: boolean;
  readonly hasTeams: boolean;
  readonly hasInvitations: boolean;
  readonly onOpen: (person: PersonAcross) => void;
}

const FACTOR_RANKS = { disabled: 0, insecure: 1, enabled: 2 } as const;

const lastInvitedAt = ({ organizations }: PersonAcross): string | null =>
  [...organizations.values()]
    .flatMap(({ lastInvitedAt: at }) => at ?? [])
    .toSorted()
    .at(-1) ?? null;

type FilterName = 'role' | 'factor' | 'number' | 'in' | 'without';
export type AcrossView = ListView<FilterName>;

/** Null if all people fit. */
type FilterOf = (name: FilterName, value: string) => AcrossFilter | null;

function filterOfChoice(owned: readonly OrganizationMembershipView[]): FilterOf {
  const ids = new Map(owned.map(({ login, id }) => [login, id]));
  const ofOrganization = (name: FilterName, login: string): AcrossFilter | null => {
    const organization = ids.get(login);
    return organization === undefined ? null : { kind: name === 'in' ? 'in' : 'not-in', organization };
  };
  return (name, value) => {
    if (name === 'in' || name === 'without') return ofOrganization(name, value);
    return KINDS.find(({ kind }) => kind === value) ?? null;
  };
}

const KINDS = [{ kind: 'owner' }, { kind: 'outside-only' }, { kind: 'no-two-factor' }, { kind: 'several' }] as const;
const FILTER_NAMES: readonly FilterName[] = ['role', 'factor', 'number', 'in', 'without'];

export function filtersOf(view: AcrossView, owned: readonly OrganizationMembershipView[]): readonly AcrossFilter[] {
  const filterOf = filterOfChoice(owned);
  return FILTER_NAMES.flatMap((name) => filterOf(name, view[name]) ?? []);
}

type Cells = ReturnType<typeof acrossColumns>;
const cells = new WeakMap<AcrossContext['organizations'], Cells>();

function cellsIn({ organizations }: AcrossContext): Cells {
  const columns = cells.get(organizations) ?? acrossColumns(organizations, ROLE_LABELS);
  cells.set(organizations, columns);
  return columns;
}

/** Cells as in the file of the command line. */
const cellsOf = (...names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      (person: PersonAcross, context: AcrossContext) => String(cellsIn(context)[name]?.(person) ?? ''),
    ]),
  );

/** In the order of arrival, so that visible rows never move. */
export function createAcrossList(owned: readonly OrganizationMembershipView[]) {
  const filterOf = filterOfChoice(owned);
  const fits =
    (name: FilterName) =>
    (person: PersonAcross, value: string, { organizations, showsUnsure }: AcrossContext): boolean => {
      const filter = filterOf(name, value);
      const match = filter === null ? 'yes' : matchOf(person, [filter], organizations);
      return match === 'yes' || (match === 'unknown' && showsUnsure);
    };
  const ofSeveral = owned.length > 1;
  const perOrganization = (any: string, label: string) =>
    [['', any], ...owned.map(({ login, name }) => [login, `${label} ${name ?? login}`] as const)] as const;
  return createList<PersonAcross, AcrossContext, FilterName>({
    name: 'people-across',
    keyOf: ({ id }) => id,
    usernameOf: ({ login }) => login,
    columns: [
      {
        heading: 'Person',
        width: 'rest',
        text: ({ login, name }) => `${login}\n${name ?? ''}`,
        sort: { by: 'login', value: ({ login }) => login },
        csv: cellsOf('login', 'name', 'id'),
        cell: (person, { onOpen }, { box, stop }) => (
          <PersonLine
            {...person}
            before={
              <label className="person-table-box" htmlFor={box?.id}>
                <Checkbox {...box} aria-label={`Select ${person.login}`} />
              </label>
            }
            link={(text) => (
              <PersonLink href={personAcrossPath(person.login, person.id)} onOpen={() => onOpen(person)} stop={stop}>
                {text}
              </PersonLink>
            )}
          />
        ),
      },
      {
        heading: 'Organizations',
        width: 'across-organizations',
        sort: {
          by: 'organizations',
          value: ({ organizations }) => organizations.size,
          firstOrder: 'descending',
          labels: { ascending: 'Organizations, fewest first', descending: 'Organizations, most first' },
        },
        csv: cellsOf('organizations', 'not-checked'),
        cell: (person, { organizations, unchecked }) => (
          <OrganizationsCell
            person={person}
            organizations={organizations}
            unchecked={uncheckedFor(person, unchecked)}
          />
        ),
      },
      {
        heading: '2FA',
        width: 'person-factor',
        sort: {
          by: 'factor',
          value: ({ secondFactor }) => (secondFactor === null ? null : FACTOR_RANKS[secondFactor]),
          labels: { ascending: '2FA, disabled first', descending: '2FA, enabled first' },
        },
        csv: cellsOf('two-factor'),
        cell: ({ secondFactor }) =>
          secondFactor === null ? (
            <span className="person-table-quiet">Unknown</span>
          ) : (
            <SecondFactorCell value={secondFactor} />
          ),
      },
      {
        heading: 'Teams',
        width: 'person-teams',
        isShown: ({ hasTeams }) => hasTeams,
        csv: cellsOf('teams'),
        cell: (person, { organizations }) => <TeamsCell person={person} organizations={organizations} />,
      },
      {
        heading: 'Last invited',
        width: 'narrow',
        isShown: ({ hasInvitations }) => hasInvitations,
        sort: {
          by: 'invited',
          value: lastInvitedAt,
          firstOrder: 'descending',
          labels: { ascending: 'Last invited, oldest first', descending: 'Last invited, newest first' },
        },
        csv: cellsOf('last-invited'),
        cell: (person) => <InvitedCell at={lastInvitedAt(person)} />,
      },
    ],
    filters: {
      role: {
        label: 'Filter by role',
        choices: [
          ['', 'All roles'],
          ['owner', 'Owner of any organization'],
          ['outside-only', 'Outside collaborator only'],
        ],
        fits: fits('role'),
      },
      factor: {
        label: 'Filter by two-factor authentication',
        choices: [
          ['', 'All 2FA states'],
          ['no-two-factor', '2FA disabled'],
        ],
        fits: fits('factor'),
      },
      number: {
        label: 'Filter by number of organizations',
        choices: [
          ['', 'In any number'],
          ['several', 'In more than one'],
        ],
        offers: () => ofSeveral,
        fits: fits('number'),
      },
      in: {
        label: 'Filter by organization',
        choices: perOrganization('In any organization', 'In'),
        offers: () => ofSeveral,
        fits: fits('in'),
      },
      without: {
        label: 'Filter by excluded organization',
        choices: perOrganization('None excluded', 'Not in'),
        offers: () => ofSeveral,
        fits: fits('without'),
      },
    },
    search: { label: 'Find people by name or username', placeholder: 'Find by name or username' },
    sorting: { sort: 'listed', order: 'ascending' },
    defaultOrderLabel: 'Default order',
    ties: { sort: 'login', order: 'ascending' },
    sortLabel: 'Sort people',
    noMatch: NO_MATCHING_PEOPLE,
  });
}

export type AcrossTable = ReturnType<typeof createAcrossList>;

function InvitedCell({ at }: { readonly at: string | null }) {
  return (
    <>
      <span className="person-table-key">Last invited: </span>
      {at === null ? (
        <span className="person-table-quiet">Unknown</span>
      ) : (
        <time dateTime={at} title={formatMinute(at) ?? undefined}>
          {formatDay(at)}
        </time>
      )}
    </>
  );
}
