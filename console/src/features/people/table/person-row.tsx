import type { ListedTeam, Person } from '@orgdesk/client';
import { Checkbox, Label, Link } from '@primer/react';
import { type KeyboardEvent, memo } from 'react';
import { Portrait } from '../../../components/portrait.tsx';
import { type MeasureRow, rowIndex } from '../../../components/tables/windowed-rows.tsx';
import { personPath } from '../../../lib/address/paths.ts';
import { ROLE_WORDS, SECOND_FACTOR_WORDS, type SecondFactor } from '../people-words.ts';

const TEAMS_NAMED = 2;

/** `isRange` selects everything from the last selected row. */
export type SelectRow = (person: Person, isSelected: boolean, isRange: boolean) => void;

interface PersonRowProps {
  readonly organization: string;
  readonly person: Person;
  readonly index: number;
  readonly measure: MeasureRow;
  readonly isSelected: boolean;
  /** Whether the row is in the tab order. */
  readonly isStop: boolean;
  /** Callbacks must be stable to avoid rerenders. */
  readonly onSelect: SelectRow;
  readonly onOpen: (login: string) => void;
  readonly onFocus: (id: number) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /** Null while loading; undefined without the column. */
  readonly secondFactor: SecondFactor | null | undefined;
  /** Null while loading; undefined without the column. */
  readonly teams: readonly ListedTeam[] | null | undefined;
}

export const PersonRow = memo((props: PersonRowProps) => {
  const { organization, person, index, measure, isSelected, isStop, secondFactor, teams } = props;
  const { onSelect, onOpen, onFocus, onKeyDown } = props;
  const { id, login, name, avatarUrl, role } = person;
  const tabIndex = isStop ? 0 : -1;
  return (
    <tr ref={measure} data-index={index} aria-rowindex={rowIndex(index)} data-selected={isSelected ? '' : undefined}>
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
          {/* A router link would rerender on every keystroke in the filter. */}
          <Link
            className="person-table-name"
            href={personPath(organization, login)}
            tabIndex={tabIndex}
            onFocus={() => onFocus(id)}
            onClick={(event) => {
              if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
              event.preventDefault();
              onOpen(login);
            }}
          >
            {name ?? login}
          </Link>
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
});
PersonRow.displayName = 'PersonRow';

const ROLE_LOOKS = {
  admin: 'accent',
  member: 'secondary',
  billing_manager: 'secondary',
  outside_collaborator: 'attention',
} as const;

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
