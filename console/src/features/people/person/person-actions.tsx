import type { PeopleChange, PersonAnswer } from '@orgdesk/client';
import { Button } from '@primer/react';
import { useState } from 'react';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import type { ChangeName } from '../change/change-choice.tsx';
import { ChangePeopleDialog } from '../change/change-people-dialog.tsx';
import { OWN_ROLE } from '../people-words.ts';

interface PersonActionsProps {
  readonly login: string;
  readonly organization: string;
  readonly answer: PersonAnswer;
  /** Called when the dialog closes, even if nothing changed. */
  readonly onDone: () => void;
}

interface Offer {
  readonly change: PeopleChange | ChangeName;
  readonly words: string;
  readonly isDangerous?: true;
}

/** Actions on one person. Nobody can change themselves. */
export function PersonActions({ login, organization, answer: { person }, onDone }: PersonActionsProps) {
  const isSelf = useSignedIn().user.id === person.id;
  const [requestedChange, setRequestedChange] = useState<Offer['change'] | null>(null);
  if (isSelf) {
    return <p className="person-view-hint">{OWN_ROLE}</p>;
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: they are no set of fields. */}
      <div className="person-view-actions" role="group" aria-label={`Change ${person.login}`}>
        {OFFERS[person.role].map(({ change, words, isDangerous }) => (
          <Button key={words} variant={isDangerous ? 'danger' : 'default'} onClick={() => setRequestedChange(change)}>
            {words}
          </Button>
        ))}
      </div>
      {requestedChange !== null && (
        <ChangePeopleDialog
          login={login}
          organization={organization}
          people={[person]}
          change={requestedChange}
          onDone={() => {
            setRequestedChange(null);
            onDone();
          }}
        />
      )}
    </>
  );
}

const LEAVING: readonly Offer[] = [
  { change: 'convert', words: 'Convert to outside collaborator…', isDangerous: true },
  { change: 'remove', words: 'Remove…', isDangerous: true },
];
const OFFERS: Readonly<Record<PersonAnswer['person']['role'], readonly Offer[]>> = {
  admin: [{ change: 'member', words: 'Make member…' }, { change: 'add-to-team', words: 'Add to a team…' }, ...LEAVING],
  member: [{ change: 'admin', words: 'Make owner…' }, { change: 'add-to-team', words: 'Add to a team…' }, ...LEAVING],
  billing_manager: [],
  outside_collaborator: [{ change: 'remove', words: 'Remove…', isDangerous: true }],
};
