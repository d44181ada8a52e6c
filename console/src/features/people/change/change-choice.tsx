import type { PeopleChange } from '@orgdesk/client';
import { Button, Radio } from '@primer/react';
import { type ReactNode, useId, useState } from 'react';
import { DialogAnswers } from '../../../components/messages/dialog-frame.tsx';
import { TeamChoice } from './team-choice.tsx';
import { type TeamRole, TeamRoleChoice } from './team-role-choice.tsx';
import { TeamSlugField } from './team-slug-field.tsx';

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
  /** Null for several organizations, whose teams differ. */
  readonly login: string | null;
  /** Set if only the team must be chosen. */
  readonly name: ChangeName | null;
  readonly onChoose: (change: PeopleChange) => void;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
  /** Why nothing can be previewed; empty if it can. */
  readonly problem?: string;
}

export function ChangeChoice(props: ChangeChoiceProps) {
  const { login, name: fixedName, onChoose, onCancel, children, problem = '' } = props;
  const id = useId();
  const [name, setName] = useState<ChangeName | null>(fixedName);
  const [team, setTeam] = useState('');
  const [role, setRole] = useState<TeamRole>('member');
  const [isTried, setIsTried] = useState(false);
  const change = changeOf(name, team, role);
  const choose = () => {
    setIsTried(true);
    if (change !== null && problem === '') onChoose(change);
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
      {needsTeam &&
        (login === null ? (
          <TeamSlugField value={team} onChange={setTeam} />
        ) : (
          <TeamChoice login={login} value={team} onChange={setTeam} />
        ))}
      {name === 'add-to-team' && <TeamRoleChoice value={role} onChange={setRole} />}
      {children}
      <p className="change-people-problem" role="status">
        {isTried && (change === null ? (needsTeam ? 'Choose a team.' : 'Choose a change.') : problem)}
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

function changeOf(name: ChangeName | null, team: string, role: TeamRole): PeopleChange | null {
  const slug = team.trim();
  switch (name) {
    case null:
      return null;
    case 'add-to-team':
      return slug === '' ? null : { kind: name, team: slug, role };
    case 'remove-from-team':
      return slug === '' ? null : { kind: name, team: slug };
    default:
      return wholeChange(name);
  }
}

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
