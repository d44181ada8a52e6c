import type { ListedTeam, Person } from '@orgdesk/client';
import { Checkbox, Label } from '@primer/react';
import type { KeyboardEvent } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { Portrait } from '../../../components/portrait.tsx';
import type { RowPlace } from '../../../components/tables/windowed-rows.tsx';
import { ROLE_WORDS, SECOND_FACTOR_WORDS, type SecondFactor } from '../people-words.ts';

const TEAMS_NAMED = 2;

/** How a row is told that it is chosen or not, and whether all from the last one to this are meant. */
export type SelectRow = (person: Person, isSelected: boolean, isRange: boolean) => void;

interface PersonRowProps {
  /** Login of the organization. */
  readonly organization: string;
  readonly person: Person;
  readonly place: RowPlace;
  readonly isSelected: boolean;
  /** Whether Tab leads to this row. */
  readonly isStop: boolean;
  readonly onSelect: SelectRow;
  readonly onFocus: (id: number) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /** Null while not known; undefined where there is no such column. */
  readonly secondFactor: SecondFactor | null | undefined;
  /** The same of teams. */
  readonly teams: readonly ListedTeam[] | null | undefined;
}

/** Somebody of an organization: who, as what, and where the viewer knows it how they sign in and in which teams they are. */
export function PersonRow(props: PersonRowProps) {
  const { organization, person, place, isSelected, isStop, onSelect, onFocus, onKeyDown, secondFactor, teams } = props;
  const { id, login, name, avatarUrl, role } = person;
  const tabIndex = isStop ? 0 : -1;
  return (
    <tr {...place} data-selected={isSelected ? '' : undefined}>
      <th scope="row">
        <span className="person-table-person">
          <label className="person-table-box" htmlFor={`person-${id}`}>
            <Checkbox
              id={`person-${id}`}
              aria-label={`Select ${login}`}
              checked={isSelected}
              tabIndex={tabIndex}
              onChange={({ target, nativeEvent }) =>
                onSelect(person, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
              onFocus={() => onFocus(id)}
              onKeyDown={onKeyDown}
            />
            <Portrait url={avatarUrl} login={login} size={32} />
          </label>
          <PageLink
            className="person-table-name"
            to="/organizations/$login/people/$person"
            params={{ login: organization, person: login }}
            // A pointer that wanders over rows would read them all at the code host.
            preload={false}
            tabIndex={tabIndex}
            onFocus={() => onFocus(id)}
          >
            {name ?? login}
          </PageLink>
        </span>
      </th>
      <td className="person-table-login">{login}</td>
      <td>
        <Label className="person-table-label" variant={ROLE_LOOKS[role]}>
          {ROLE_WORDS[role]}
        </Label>
      </td>
      {secondFactor !== undefined && <td>{secondFactor !== null && <SecondFactorCell value={secondFactor} />}</td>}
      {teams !== undefined && <td>{teams !== null && <TeamsCell teams={teams} />}</td>}
    </tr>
  );
}

const ROLE_LOOKS = { admin: 'accent', member: 'secondary', outside_collaborator: 'attention' } as const;

function SecondFactorCell({ value }: { readonly value: SecondFactor }) {
  const words = SECOND_FACTOR_WORDS[value];
  return (
    <>
      <span className="person-table-key">Second factor: </span>
      {value === 'enabled' ? (
        <span className="person-table-quiet">{words}</span>
      ) : (
        <Label className="person-table-label" variant={value === 'disabled' ? 'danger' : 'severe'}>
          {words}
        </Label>
      )}
    </>
  );
}

function TeamsCell({ teams }: { readonly teams: readonly ListedTeam[] }) {
  const named = teams.slice(0, TEAMS_NAMED).map(({ name }) => name);
  const more = teams.length - named.length;
  return (
    <>
      <span className="person-table-key">Teams: </span>
      {teams.length === 0 ? <span className="person-table-quiet">None</span> : named.join(', ')}
      {more > 0 && ` and ${more} more`}
    </>
  );
}
