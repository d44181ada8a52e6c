import type { Person } from '@orgdesk/client';
import { Button } from '@primer/react';
import { useState } from 'react';
import type { ChangeName } from '../change/change-choice.tsx';
import { ChangePeopleDialog } from '../change/change-people-dialog.tsx';
import { SelectedFrame, type SelectedFrameProps } from './selected-frame.tsx';

interface PeopleSelectionBarProps extends Omit<SelectedFrameProps<Person>, 'actions' | 'children'> {
  readonly login: string;
  readonly organization: string;
  readonly mayChange: boolean;
}

/** Acts on all selected people, including those hidden by the filter. */
export function SelectionBar({ login, organization, mayChange, ...people }: PeopleSelectionBarProps) {
  const { selected, selection } = people;
  const [requestedChange, setRequestedChange] = useState<ChangeName | 'any' | null>(null);
  return (
    <SelectedFrame
      {...people}
      actions={
        mayChange && (
          <>
            <Button onClick={() => setRequestedChange('any')}>Change…</Button>
            <Button variant="danger" onClick={() => setRequestedChange('remove')}>
              Remove…
            </Button>
          </>
        )
      }
    >
      {requestedChange !== null && (
        <ChangePeopleDialog
          login={login}
          organization={organization}
          people={selected}
          change={requestedChange === 'any' ? null : requestedChange}
          onDone={(job) => {
            setRequestedChange(null);
            if (job !== null) selection.clear();
          }}
        />
      )}
    </SelectedFrame>
  );
}
