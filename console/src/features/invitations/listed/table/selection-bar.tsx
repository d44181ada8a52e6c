import type { ListedInvitation } from '@orgdesk/client';
import { Button, Checkbox } from '@primer/react';
import { useId, useState } from 'react';
import { QuestionDialog } from '../../../../components/messages/question-dialog.tsx';
import { formatCount } from '../../../../lib/reader-locale.ts';
import type { ChangeAction } from '../change/change-run.ts';
import { ACTION_WORDS } from '../change/change-words.ts';
import './selection-bar.css';

interface SelectionBarProps {
  /** How many there are to choose from. */
  readonly shown: number;
  readonly selected: readonly ListedInvitation[];
  readonly onSelectAll: (isSelected: boolean) => void;
  /** Null while something else has to end first. */
  readonly onAct: ((action: ChangeAction, invitations: readonly ListedInvitation[]) => void) | null;
}

/** What can be done with the selected invitations; cancelling several asks first. */
export function SelectionBar({ shown, selected, onSelectAll, onAct }: SelectionBarProps) {
  const id = useId();
  const [isAsking, setIsAsking] = useState(false);
  const open = selected.filter(({ state }) => state === 'open');
  const failed = selected.filter(({ state }) => state === 'failed');
  const offered = [
    ['cancel', open],
    ['dismiss', failed],
    ['send-again', selected],
  ] as const;
  const act = (action: ChangeAction, invitations: readonly ListedInvitation[]) => {
    if (action === 'cancel' && invitations.length > 1) setIsAsking(true);
    else onAct?.(action, invitations);
  };

  return (
    <div className="selection-bar">
      <label className="selection-bar-all" htmlFor={id}>
        <Checkbox
          id={id}
          checked={selected.length === shown}
          indeterminate={selected.length > 0 && selected.length < shown}
          onChange={() => onSelectAll(selected.length < shown)}
        />
        Select all {formatCount(shown)}
      </label>
      <p className="selection-bar-count" role="status">
        {selected.length > 0 && `${formatCount(selected.length)} selected`}
      </p>
      <div className="selection-bar-actions">
        {offered.map(
          ([action, invitations]) =>
            invitations.length > 0 && (
              <Button
                key={action}
                inactive={onAct === null}
                onClick={onAct === null ? undefined : () => act(action, invitations)}
              >
                {ACTION_WORDS[action].button(invitations.length)}
              </Button>
            ),
        )}
      </div>
      {isAsking && (
        <QuestionDialog
          title={`${ACTION_WORDS.cancel.button(open.length)}?`}
          yes={ACTION_WORDS.cancel.button(open.length)}
          no="Keep them"
          onAnswer={(isYes) => {
            setIsAsking(false);
            if (isYes) onAct?.('cancel', open);
          }}
        >
          They can no longer be accepted, and the code host tells the people so. This cannot be undone: whoever is to be
          invited after all gets a new invitation.
        </QuestionDialog>
      )}
    </div>
  );
}
