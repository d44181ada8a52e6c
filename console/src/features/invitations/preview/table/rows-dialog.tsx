import type { ChosenTeam, Role } from '@orgdesk/people-files/cells';
import { Button } from '@primer/react';
import { type ReactNode, useRef, useState } from 'react';
import { DialogAnswers, DialogFrame } from '../../../../components/messages/dialog-frame.tsx';
import { RoleChoice } from '../../choices/role-choice.tsx';
import { TeamsChoice } from '../../choices/teams-choice.tsx';

const SAVE = 'save';

interface RowsDialogProps<Value> {
  readonly title: string;
  readonly value: Value;
  readonly onClose: (value: Value | null) => void;
}

export function RoleDialog({ title, value, onClose }: RowsDialogProps<Role>) {
  const [role, setRole] = useState(value);
  return (
    <Frame title={title} onClose={(isSaved) => onClose(isSaved ? role : null)}>
      <RoleChoice label="Role" value={role} onChange={setRole} />
    </Frame>
  );
}

interface TeamsDialogProps extends RowsDialogProps<readonly ChosenTeam[]> {
  readonly login: string;
}

export function TeamsDialog({ login, title, value, onClose }: TeamsDialogProps) {
  const [teams, setTeams] = useState(value);
  return (
    <Frame title={title} onClose={(isSaved) => onClose(isSaved ? teams : null)}>
      <TeamsChoice login={login} label="Teams" value={teams} onChange={setTeams} />
    </Frame>
  );
}

interface FrameProps {
  readonly title: string;
  readonly onClose: (isSaved: boolean) => void;
  readonly children: ReactNode;
}

function Frame({ title, onClose, children }: FrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <DialogFrame title={title} size="medium" dialog={dialog} onClose={(answer) => onClose(answer === SAVE)}>
      {children}
      <DialogAnswers>
        <Button onClick={() => dialog.current?.close('')}>Cancel</Button>
        <Button variant="primary" onClick={() => dialog.current?.close(SAVE)}>
          Save
        </Button>
      </DialogAnswers>
    </DialogFrame>
  );
}
