import { JOB_TEAMS_MAX } from '@orgdesk/contract/limits';
import { XIcon } from '@primer/octicons-react';
import { Button, Checkbox } from '@primer/react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import { ReadState } from '../../../components/list/read-state.tsx';
import { hasWords } from '../../../lib/words/fold.ts';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import type { ChosenTeam } from '../rows/review.ts';
import './choices.css';
import { type ChoosableTeam, useAllTeams } from '../../../lib/reading/all-teams.ts';

/** The filter finds further teams. */
const SHOWN_MAX = 50;

interface TeamsChoiceProps {
  readonly login: string;
  readonly label: string;
  readonly value: readonly ChosenTeam[];
  readonly onChange: (teams: readonly ChosenTeam[]) => void;
}

/** Selects teams, which are read when first opened. */
export function TeamsChoice({ login, label, value, onChange }: TeamsChoiceProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const remove = (team: ChosenTeam) => {
    // The pressed button disappears.
    opener.current?.focus();
    onChange(value.filter((other) => other !== team));
  };
  return (
    <fieldset className="choice">
      <legend className="choice-label">{label}</legend>
      <div className="choice-chosen">
        <Button
          ref={opener}
          aria-expanded={isOpen}
          {...(isOpen ? { 'aria-controls': `${id}-panel` } : {})}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Close teams' : 'Choose teams'}
        </Button>
        {value.length === 0 && <span className="choice-note">None</span>}
        {value.map((team) => (
          <span className="choice-team" key={team.id ?? team.name}>
            <span>{team.name}</span>
            <IconButton icon={XIcon} label={`Remove team ${team.name}`} onClick={() => remove(team)} />
          </span>
        ))}
      </div>
      {isOpen && (
        <div className="choice-panel" id={`${id}-panel`}>
          <TeamsPanel login={login} value={value} onChange={onChange} />
        </div>
      )}
    </fieldset>
  );
}

function TeamsPanel({ login, value, onChange }: Omit<TeamsChoiceProps, 'label'>) {
  const id = useId();
  const [text, setText] = useState('');
  const reading = useAllTeams(login);
  const teams = reading.data;
  if (teams === undefined) {
    return (
      <ReadState reading={reading} failed="Couldn’t load teams">
        <p className="choice-note" role="status">
          Loading teams…
        </p>
      </ReadState>
    );
  }
  const fitting = teams.filter(({ name, slug }) => hasWords(`${name}\n${slug}`, text));
  const shown = fitting.slice(0, SHOWN_MAX);
  const isFull = value.length >= JOB_TEAMS_MAX;
  const toggle = (team: ChoosableTeam) => {
    const others = value.filter((chosen) => !isSame(chosen, team));
    onChange(others.length < value.length ? others : [...value, { id: team.id, name: team.name }]);
  };
  return (
    <>
      <TextField
        type="search"
        aria-label="Find a team"
        placeholder="Find a team"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={keepFromSending}
      />
      <ul className="choice-list">
        {shown.map((team) => {
          const isChosen = value.some((chosen) => isSame(chosen, team));
          return (
            <li key={team.id}>
              <label className="choice-item" htmlFor={`${id}-${team.id}`}>
                <Checkbox
                  id={`${id}-${team.id}`}
                  checked={isChosen}
                  disabled={isFull && !isChosen}
                  onChange={() => toggle(team)}
                  onKeyDown={keepFromSending}
                />
                <span>{team.name}</span>
              </label>
            </li>
          );
        })}
      </ul>
      <p className="choice-note" role="status">
        {noteOf(fitting.length, teams.length, isFull)}
      </p>
    </>
  );
}

/** Keeps Enter from submitting the surrounding form. */
function keepFromSending(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

/** Teams from rows have no ID. */
const isSame = (chosen: ChosenTeam, { id, name, slug }: ChoosableTeam): boolean =>
  chosen.id === null
    ? [name, slug].some((label) => label.toLowerCase() === chosen.name.toLowerCase())
    : chosen.id === id;

function noteOf(fitting: number, all: number, isFull: boolean): string {
  if (isFull) return `Limit: ${JOB_TEAMS_MAX} teams per person.`;
  if (all === 0) return 'No teams you can see.';
  if (fitting > SHOWN_MAX) return `The first ${SHOWN_MAX} of ${formatCount(fitting)}. Enter part of the name.`;
  return fitting === all
    ? counted(all, 'team', 'teams')
    : `${formatCount(fitting)} of ${counted(all, 'team', 'teams')}`;
}
