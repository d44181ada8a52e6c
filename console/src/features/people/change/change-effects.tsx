import type { PreviewedPerson } from '@orgdesk/client';
import { Button } from '@primer/react';
import { useState } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { formatCount } from '../../../lib/words/reader-locale.ts';
import { effectsOf, NOT_COUNTED } from './change-words.ts';

/** Enough to recognize what somebody works on. */
const NAMED_MAX = 10;

interface ChangeEffectsProps {
  readonly login: string;
  readonly person: PreviewedPerson;
}

export function ChangeEffects({ login, person }: ChangeEffectsProps) {
  const effects = effectsOf(person);
  if (effects.length === 0) return 'No other changes';
  return effects.map(({ text, names }) => (
    <p className="change-people-effect" key={text}>
      {names.length === 0 ? text : <NamedEffect text={text} names={names} />}
      {text === NOT_COUNTED && (
        <>
          {' '}
          <PageLink to="/organizations/$login/people/$person" params={{ login, person: person.login }} inline>
            View access
          </PageLink>
        </>
      )}
    </p>
  ));
}

function NamedEffect({ text, names }: { readonly text: string; readonly names: readonly string[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? names : names.slice(0, NAMED_MAX);
  const rest = names.length - shown.length;
  return (
    <>
      {text}: {shown.join(', ')}
      {rest > 0 && (
        <>
          {` and ${formatCount(rest)} more `}
          <Button size="small" onClick={() => setIsWhole(true)}>
            Show all {formatCount(names.length)}
          </Button>
        </>
      )}
    </>
  );
}
