import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { hasWords } from '../../lib/fold.ts';
import { formatCount } from '../../lib/reader-locale.ts';
import { type ChoosableTeam, useAllTeams } from '../../lib/reading/all-teams.ts';
import { ReadState } from '../list/read-state.tsx';
import './controls.css';
import { SearchField } from './text-field.tsx';

/** The filter finds further teams. */
const SHOWN_MAX = 50;

interface TeamSearchProps {
  readonly login: string;
  /** A checkbox or radio button. */
  readonly control: (team: ChoosableTeam, properties: ControlProperties) => ReactNode;
  readonly countText: (matching: number, all: number) => string;
  readonly note?: string | null;
}

interface ControlProperties {
  readonly id: string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

export function TeamSearch({ login, control, countText, note = null }: TeamSearchProps) {
  const id = useId();
  const [text, setText] = useState('');
  const reading = useAllTeams(login);
  const teams = reading.data;
  if (teams === undefined) {
    return (
      <ReadState reading={reading} failed="Couldn’t load teams">
        <p className="option-list-note" role="status">
          Loading teams…
        </p>
      </ReadState>
    );
  }
  const matching = teams.filter(({ name, slug }) => hasWords(`${name}\n${slug}`, text));
  return (
    <>
      <SearchField
        label="Find a team"
        placeholder="Find a team"
        value={text}
        onType={setText}
        onKeyDown={ignoreEnter}
      />
      <ul className="option-list">
        {matching.slice(0, SHOWN_MAX).map((team) => (
          <li key={team.id}>
            <label className="option-list-item" htmlFor={`${id}-${team.id}`}>
              {control(team, { id: `${id}-${team.id}`, onKeyDown: ignoreEnter })}
              <span>{team.name}</span>
            </label>
          </li>
        ))}
      </ul>
      <p className="option-list-note" role="status">
        {note ??
          (matching.length > SHOWN_MAX
            ? `The first ${SHOWN_MAX} of ${formatCount(matching.length)}. Enter part of the name.`
            : countText(matching.length, teams.length))}
      </p>
    </>
  );
}

/** Keeps Enter from submitting a surrounding form. */
function ignoreEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}
