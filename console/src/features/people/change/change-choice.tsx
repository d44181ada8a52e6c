import type { PeopleChange } from '@orgdesk/client';
import { Button, Radio, Select } from '@primer/react';
import { useId, useState } from 'react';
import { DialogAnswers } from '../../../components/messages/dialog-frame.tsx';
import { TeamChoice } from './team-choice.tsx';

const CHOICES = [
  { name: 'admin', words: 'Make owner', hint: 'Full control of the organization' },
  { name: 'member', words: 'Make member', hint: 'No longer an owner' },
  { name: 'add-to-team', words: 'Add to a team', hint: 'Gets the team’s access' },
  { name: 'remove-from-team', words: 'Remove from a team', hint: 'Stays in the organization' },
  {
    name: 'convert',
    words: 'Convert to outside collaborator',
    hint: 'Leaves the organization but keeps access to current repositories',
  },
  { name: 'remove', words: 'Remove from organization', hint: 'Loses all access through the organization' },
] as const;

/** The name of a change; team changes also need a team. */
export type ChangeName = (typeof CHOICES)[number]['name'];

interface ChangeChoiceProps {
  readonly login: string;
  /** Set if only the team must be chosen. */
  readonly name: ChangeName | null;
  readonly onChoose: (change: PeopleChange) => void;
  readonly onCancel: () => void;
}

export function ChangeChoice({ login, name: fixedName, onChoose, onCancel }: ChangeChoiceProps) {
  const id = useId();
  const [name, setName] = useState<ChangeName | null>(fixedName);
  const [team, setTeam] = useState('');
  const [role, setRole] = useState<'member' | 'maintainer'>('member');
  const [isTried, setIsTried] = useState(false);
  const change = changeOf(name, team, role);
  const choose = () => {
    setIsTried(true);
    if (change !== null) onChoose(change);
  };
  const needsTeam = name === 'add-to-team' || name === 'remove-from-team';
  return (
    <>
      {fixedName === null && (
        <fieldset className="change-people-choice">
          <legend>Change</legend>
          {CHOICES.map(({ name: option, words, hint }) => (
            <label className="change-people-option" htmlFor={`${id}-${option}`} key={option}>
              <Radio
                id={`${id}-${option}`}
                name={id}
                value={option}
                checked={option === name}
                onChange={() => setName(option)}
              />
              <span>
                {words}
                <span className="change-people-hint">{hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {needsTeam && <TeamChoice login={login} value={team} onChange={setTeam} />}
      {name === 'add-to-team' && (
        <label className="change-people-field" htmlFor={`${id}-role`}>
          Role in the team
          <Select
            id={`${id}-role`}
            value={role}
            onChange={({ target }) => setRole(target.value === 'maintainer' ? 'maintainer' : 'member')}
          >
            <Select.Option value="member">Member</Select.Option>
            <Select.Option value="maintainer">Maintainer</Select.Option>
          </Select>
        </label>
      )}
      <p className="change-people-problem" role="status">
        {isTried && change === null && (needsTeam ? 'Choose a team.' : 'Choose a change.')}
      </p>
      <DialogAnswers>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" onClick={choose}>
          Preview
        </Button>
      </DialogAnswers>
    </>
  );
}

function changeOf(name: ChangeName | null, team: string, role: 'member' | 'maintainer'): PeopleChange | null {
  switch (name) {
    case null:
      return null;
    case 'add-to-team':
      return team === '' ? null : { kind: name, team, role };
    case 'remove-from-team':
      return team === '' ? null : { kind: name, team };
    default:
      return wholeChange(name);
  }
}

/** Returns null if a team must be chosen. */
export function wholeChange(name: ChangeName): PeopleChange | null {
  switch (name) {
    case 'admin':
    case 'member':
      return { kind: 'role', role: name };
    case 'convert':
    case 'remove':
      return { kind: name };
    default:
      return null;
  }
}
