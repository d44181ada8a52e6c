import type { PeopleChange, PersonRole } from '@orgdesk/client';
import { TEAM_SLUG_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import { Button, Radio, Select } from '@primer/react';
import { type ReactNode, useId, useState } from 'react';
import { TeamSearch } from '../../../components/controls/team-search.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import { DialogAnswers } from '../../../components/messages/dialog-frame.tsx';
import { counted } from '../../../lib/reader-locale.ts';

const CHOICES = [
  { name: 'admin', label: 'Make owner', hint: 'Full control of the organization' },
  { name: 'member', label: 'Make member', hint: 'No longer an owner' },
  { name: 'add-to-team', label: 'Add to a team', hint: 'Gets the team’s access' },
  { name: 'remove-from-team', label: 'Remove from a team', hint: 'Stays in the organization' },
  {
    name: 'convert',
    label: 'Convert to outside collaborator',
    hint: 'Leaves the organization but keeps access to current repositories',
  },
  { name: 'remove', label: 'Remove from organization', hint: 'Loses all access through the organization' },
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
          {CHOICES.map(({ name: option, label, hint }) => (
            <label className="change-people-option" htmlFor={`${id}-${option}`} key={option}>
              <Radio
                id={`${id}-${option}`}
                name={id}
                value={option}
                checked={option === name}
                onChange={() => setName(option)}
              />
              <span>
                {label}
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

interface TeamChoiceProps {
  readonly login: string;
  readonly value: string;
  readonly onChange: (slug: string) => void;
}

function TeamChoice({ login, value, onChange }: TeamChoiceProps) {
  const name = useId();
  return (
    <fieldset className="change-people-choice">
      <legend>Team</legend>
      <TeamSearch
        login={login}
        control={({ slug }, properties) => (
          <Radio {...properties} name={name} value={slug} checked={slug === value} onChange={() => onChange(slug)} />
        )}
        countText={(matching) => counted(matching, 'team', 'teams')}
      />
    </fieldset>
  );
}

interface TeamSlugFieldProps {
  readonly value: string;
  readonly onChange: (slug: string) => void;
}

function TeamSlugField({ value, onChange }: TeamSlugFieldProps) {
  const id = useId();
  return (
    <div className="change-people-field">
      <label htmlFor={id}>Team</label>
      <TextField
        id={id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={TEAM_SLUG_MAX_CHARACTERS}
        aria-describedby={`${id}-hint`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <p className="change-people-hint" id={`${id}-hint`}>
        As in the team’s URL, such as “platform”. Nothing changes in organizations without it.
      </p>
    </div>
  );
}

export type TeamRole = 'member' | 'maintainer';

interface TeamRoleChoiceProps {
  readonly value: TeamRole;
  readonly onChange: (role: TeamRole) => void;
}

export function TeamRoleChoice({ value, onChange }: TeamRoleChoiceProps) {
  const id = useId();
  return (
    <label className="change-people-field" htmlFor={id}>
      Role in the team
      <Select
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value === 'maintainer' ? 'maintainer' : 'member')}
      >
        <Select.Option value="member">Member</Select.Option>
        <Select.Option value="maintainer">Maintainer</Select.Option>
      </Select>
    </label>
  );
}

export type ChosenChange = PeopleChange | ChangeName;

interface Offer {
  readonly change: ChosenChange;
  readonly label: string;
  readonly isDangerous?: true;
}

export const offeredChange = (role: PersonRole, change: string | null): ChosenChange | null =>
  OFFERS[role].find((offer) => offer.change === change)?.change ?? null;

const LEAVING: readonly Offer[] = [
  { change: 'convert', label: 'Convert to outside collaborator…', isDangerous: true },
  { change: 'remove', label: 'Remove…', isDangerous: true },
];
export const OFFERS: Readonly<Record<PersonRole, readonly Offer[]>> = {
  admin: [{ change: 'member', label: 'Make member…' }, { change: 'add-to-team', label: 'Add to a team…' }, ...LEAVING],
  member: [{ change: 'admin', label: 'Make owner…' }, { change: 'add-to-team', label: 'Add to a team…' }, ...LEAVING],
  billing_manager: [],
  outside_collaborator: [{ change: 'remove', label: 'Remove…', isDangerous: true }],
};
