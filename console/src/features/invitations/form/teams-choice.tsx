import { JOB_TEAMS_MAX } from '@orgdesk/contract/limits';
import type { ChosenTeam } from '@orgdesk/people-files/cells';
import { XIcon } from '@primer/octicons-react';
import { Button, Checkbox } from '@primer/react';
import { useId, useRef, useState } from 'react';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { TeamSearch } from '../../../components/controls/team-search.tsx';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import type { ChoosableTeam } from '../../../lib/reading/all-teams.ts';
import { noneRead, readFrom } from '../../../lib/reading/read.ts';
import '../invitations.css';

interface TeamsChoiceProps {
  readonly login: string;
  readonly label: string;
  readonly value: readonly ChosenTeam[];
  readonly onChange: (teams: readonly ChosenTeam[]) => void;
}

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
        {value.length === 0 && <span className="option-list-note">None</span>}
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
  const isFull = value.length >= JOB_TEAMS_MAX;
  const toggle = (team: ChoosableTeam) => {
    const others = value.filter((chosen) => !isSame(chosen, team));
    onChange(others.length < value.length ? others : [...value, { id: team.id, name: team.name }]);
  };
  return (
    <TeamSearch
      login={login}
      control={(team, properties) => {
        const isChosen = value.some((chosen) => isSame(chosen, team));
        return (
          <Checkbox {...properties} checked={isChosen} disabled={isFull && !isChosen} onChange={() => toggle(team)} />
        );
      }}
      countText={teamCountText}
      note={isFull ? `Limit: ${JOB_TEAMS_MAX} teams per person.` : null}
    />
  );
}

/** Teams from rows have no ID. */
const isSame = (chosen: ChosenTeam, { id, name, slug }: ChoosableTeam): boolean =>
  chosen.id === null
    ? [name, slug].some((label) => label.toLowerCase() === chosen.name.toLowerCase())
    : chosen.id === id;

export function teamCountText(matching: number, all: number): string {
  const read = readFrom({ data: all, error: null }, { all: 'teams', value: (count) => count });
  if (all === 0) return noneRead(read, 'No teams you can see.') ?? '';
  return matching === all
    ? counted(all, 'team', 'teams')
    : `${formatCount(matching)} of ${counted(all, 'team', 'teams')}`;
}
