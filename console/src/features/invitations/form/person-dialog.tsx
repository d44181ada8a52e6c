import { Button, Checkbox } from '@primer/react';
import { useId, useRef, useState } from 'react';
import { TextField } from '../../../components/controls/text-field.tsx';
import { DialogAnswers, DialogFrame } from '../../../components/messages/dialog-frame.tsx';
import { RoleChoice } from '../choices/role-choice.tsx';
import { TeamsChoice } from '../choices/teams-choice.tsx';
import { barePerson, ROLE_WORDS, type Role } from '../rows/cells.ts';
import { type ChosenTeam, problemIn, type RowChange } from '../rows/review.ts';
import { problemWords } from './left-out-words.ts';
import '../../../components/controls/option-list.css';
import './person-dialog.css';

interface PersonDialogProps {
  readonly login: string;
  /** Position of the row, such as "line 3". */
  readonly where: string;
  readonly row: RowChange;
  readonly forAll: { readonly role: Role; readonly teams: readonly ChosenTeam[] };
  /** Null if cancelled. Called after the focus is restored. */
  readonly onClose: (row: RowChange | null) => void;
}

const SAVE = 'save';

export function PersonDialog({ login, where, row, forAll, onClose }: PersonDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [changed, setChanged] = useState(row);
  const [isTried, setIsTried] = useState(false);
  const problem = problemIn(changed);
  const isWrong = isTried && problem !== null;
  const save = () => {
    setIsTried(true);
    if (problem === null) dialog.current?.close(SAVE);
    else field.current?.focus();
  };
  return (
    <DialogFrame
      title={`Edit ${where}`}
      size="medium"
      dialog={dialog}
      onClose={(answer) => onClose(answer === SAVE ? { ...changed, person: barePerson(changed.person) } : null)}
    >
      <div className="choice">
        <label className="choice-label" htmlFor={`${id}-person`}>
          Username or email address
        </label>
        <TextField
          ref={field}
          id={`${id}-person`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={isWrong}
          aria-describedby={`${id}-problem`}
          value={changed.person}
          onChange={({ target }) => setChanged({ ...changed, person: target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter would submit the surrounding form.
            event.preventDefault();
            save();
          }}
        />
        <p className="person-dialog-problem" id={`${id}-problem`} role="status">
          {isWrong && problemWords(problem, '')}
        </p>
      </div>
      <RoleChoice
        label="Role"
        value={changed.role}
        asForAll={`Same as everyone: ${ROLE_WORDS[forAll.role]}`}
        onChange={(role) => setChanged({ ...changed, role })}
      />
      <label className="option-list-item" htmlFor={`${id}-as-all`}>
        <Checkbox
          id={`${id}-as-all`}
          checked={changed.teams === null}
          onChange={() => setChanged({ ...changed, teams: changed.teams === null ? forAll.teams : null })}
        />
        {`Same teams as everyone: ${forAll.teams.map(({ name }) => name).join(', ') || 'none'}`}
      </label>
      {changed.teams !== null && (
        <TeamsChoice
          login={login}
          label="Teams"
          value={changed.teams}
          onChange={(teams) => setChanged({ ...changed, teams })}
        />
      )}
      <DialogAnswers>
        <Button onClick={() => dialog.current?.close('')}>Cancel</Button>
        <Button variant="primary" onClick={save}>
          Save
        </Button>
      </DialogAnswers>
    </DialogFrame>
  );
}
