import type { ChosenTeam } from '@orgdesk/people-files/cells';
import { Button, Radio } from '@primer/react';
import { useId, useRef, useState } from 'react';
import { TeamSearch } from '../../../../components/controls/team-search.tsx';
import { DialogAnswers, DialogFrame } from '../../../../components/messages/dialog-frame.tsx';
import type { ChoosableTeam } from '../../../../lib/reading/all-teams.ts';
import { teamCountWords } from '../../choices/teams-choice.tsx';

interface TeamDialogProps {
  readonly login: string;
  readonly title: string;
  readonly onClose: (team: ChosenTeam | null) => void;
}

const SAVE = 'save';

export function TeamDialog({ login, title, onClose }: TeamDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [chosen, setChosen] = useState<ChoosableTeam | null>(null);
  return (
    <DialogFrame
      title={title}
      size="medium"
      dialog={dialog}
      onClose={(answer) => onClose(answer === SAVE && chosen !== null ? { id: chosen.id, name: chosen.name } : null)}
    >
      <TeamSearch
        login={login}
        control={(team, properties) => (
          <Radio
            {...properties}
            name={id}
            value={String(team.id)}
            checked={chosen?.id === team.id}
            onChange={() => setChosen(team)}
          />
        )}
        countWords={teamCountWords}
      />
      <DialogAnswers>
        <Button onClick={() => dialog.current?.close('')}>Cancel</Button>
        <Button variant="primary" onClick={() => dialog.current?.close(SAVE)}>
          Use this team
        </Button>
      </DialogAnswers>
    </DialogFrame>
  );
}
