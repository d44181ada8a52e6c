import type { PeopleChange } from '@orgdesk/client';
import { useState } from 'react';
import { ChangePeopleDialog } from '../change/change-people-dialog.tsx';
import type { ChosenPerson } from '../change/change-words.ts';
import { AddPeopleDialog } from './add-people-dialog.tsx';

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
