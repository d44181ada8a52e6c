import type { PersonAnswer } from '@orgdesk/client';
import { Button } from '@primer/react';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { type ChosenChange, OFFERS } from '../change/offers.ts';
import { OWN_ROLE } from '../people-words.ts';

interface PersonActionsProps {
  readonly answer: PersonAnswer;
  readonly onChoose: (change: ChosenChange) => void;
}

/** Nobody can change themselves. */
export function PersonActions({ answer: { person }, onChoose }: PersonActionsProps) {
  const isSelf = useSignedIn().user.id === person.id;
  if (isSelf) {
    return <p className="person-view-hint">{OWN_ROLE}</p>;
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: they are no set of fields.
    <div className="row-8" role="group" aria-label={`Change ${person.login}`}>
      {OFFERS[person.role].map(({ change, words, isDangerous }) => (
        <Button key={words} variant={isDangerous ? 'danger' : 'default'} onClick={() => onChoose(change)}>
          {words}
        </Button>
      ))}
    </div>
  );
}
