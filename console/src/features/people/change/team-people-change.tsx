import type { PeopleChange, Person } from '@orgdesk/client';
import { Button, Checkbox } from '@primer/react';
import { useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { SearchField } from '../../../components/controls/text-field.tsx';
import { ReadState } from '../../../components/list/read-state.tsx';
import { useSelection } from '../../../components/list/use-selection.ts';
import { DialogAnswers, DialogFrame } from '../../../components/messages/dialog-frame.tsx';
import { hasWords } from '../../../lib/fold.ts';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import { usePeople } from '../list/use-people.ts';
import { type TeamRole, TeamRoleChoice } from './change-choice.tsx';
import { ChangePeopleDialog } from './change-people-dialog.tsx';
import type { ChosenPerson } from './change-texts.ts';
import '../../../components/controls/controls.css';
import './change-people-dialog.css';

interface TeamPeopleChangeProps {
  readonly login: string;
  readonly organization: string;
  readonly team: { readonly slug: string; readonly name: string };
  /** Who is removed; null to choose people to add. */
  readonly removed: ChosenPerson | null;
  readonly members: readonly string[];
  readonly onDone: (isStarted: boolean) => void;
}

interface TeamChange {
  readonly people: readonly ChosenPerson[];
  readonly change: PeopleChange;
}

export function TeamPeopleChange({ login, organization, team, removed, members, onDone }: TeamPeopleChangeProps) {
  const [chosen, setChosen] = useState<TeamChange | null>(
    removed === null ? null : { people: [removed], change: { kind: 'remove-from-team', team: team.slug } },
  );
  if (chosen === null) {
    return (
      <AddPeopleDialog
        login={login}
        team={team.name}
        members={members}
        onChoose={(people, role) => setChosen({ people, change: { kind: 'add-to-team', team: team.slug, role } })}
        onCancel={() => onDone(false)}
      />
    );
  }
  return (
    <ChangePeopleDialog
      login={login}
      organization={organization}
      people={chosen.people}
      change={chosen.change}
      onDone={(job) => onDone(job !== null)}
    />
  );
}

/** The search finds further people. */
const SHOWN_MAX = 50;
const CHOSEN = 'chosen';
const NAMED_MAX = 5;

interface AddPeopleDialogProps {
  readonly login: string;
  readonly team: string;
  readonly members: readonly string[];
  readonly onChoose: (people: readonly Person[], role: TeamRole) => void;
  readonly onCancel: () => void;
}

function AddPeopleDialog({ login, team, members, onChoose, onCancel }: AddPeopleDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const text = useDeferredValue(typed);
  const [role, setRole] = useState<TeamRole>('member');
  const [isTried, setIsTried] = useState(false);
  const { selected, change } = useSelection<Person>(({ id: person }) => person);
  const { list, failure, isReading, readAgain } = usePeople(login, { mayRead: true, wantsTeams: false });
  const people = useMemo(() => offeredPeople(list?.people ?? [], members), [list, members]);
  const matching = useMemo(
    () => people.filter((person) => hasWords(`${person.login}\n${person.name ?? ''}`, text)),
    [people, text],
  );
  const chosen = people.filter((person) => selected.has(person.id));
  const preview = () => {
    setIsTried(true);
    if (chosen.length > 0) dialog.current?.close(CHOSEN);
  };
  return (
    <DialogFrame
      size="medium"
      dialog={dialog}
      title={`Add people to ${team}`}
      onClose={(answer) => (answer === CHOSEN ? onChoose(chosen, role) : onCancel())}
    >
      <ReadState
        reading={{ data: list, error: failure, isFetching: isReading, refetch: readAgain }}
        failed="Couldn’t load people"
        loading="Loading people"
        rows={3}
      />
      {list !== undefined && (
        <fieldset className="change-people-choice">
          <legend>People</legend>
          <SearchField
            label="Find people by name or username"
            placeholder="Find a person"
            value={typed}
            onType={setTyped}
          />
          <ul className="option-list">
            {matching.slice(0, SHOWN_MAX).map((person) => (
              <li key={person.id}>
                <label className="option-list-item" htmlFor={`${id}-${person.id}`}>
                  <Checkbox
                    id={`${id}-${person.id}`}
                    checked={selected.has(person.id)}
                    onChange={({ target }) => change([person], target.checked)}
                  />
                  <span>
                    {person.name ?? person.login}
                    {person.name !== null && <span className="change-people-hint">{person.login}</span>}
                  </span>
                </label>
              </li>
            ))}
          </ul>
          <p className="option-list-note" role="status">
            {matching.length > SHOWN_MAX
              ? `The first ${SHOWN_MAX} of ${formatCount(matching.length)}. Enter part of the name.`
              : counted(matching.length, 'person', 'people')}
            {isReading && ' so far…'}
          </p>
        </fieldset>
      )}
      <TeamRoleChoice value={role} onChange={setRole} />
      <p className="option-list-note" role="status">
        {chosen.length > 0 && chosenText(chosen)}
      </p>
      <p className="change-people-problem" role="status">
        {isTried && chosen.length === 0 && 'Select at least one person.'}
      </p>
      <DialogAnswers>
        <Button onClick={() => dialog.current?.close()}>Cancel</Button>
        <Button variant="primary" onClick={preview}>
          Preview
        </Button>
      </DialogAnswers>
    </DialogFrame>
  );
}

/** Teams have only people of the organization. */
function offeredPeople(people: readonly Person[], members: readonly string[]): readonly Person[] {
  const already = new Set(members);
  return people.filter(({ login, role }) => role !== 'outside_collaborator' && !already.has(login));
}

function chosenText(chosen: readonly Person[]): string {
  const named = chosen.slice(0, NAMED_MAX).map(({ login }) => login);
  const more = chosen.length - named.length;
  return `${formatCount(chosen.length)} selected: ${named.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}
