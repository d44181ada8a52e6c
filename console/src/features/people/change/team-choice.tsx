import { Radio } from '@primer/react';
import { useId } from 'react';
import { TeamSearch } from '../../../components/controls/team-search.tsx';
import { counted } from '../../../lib/words/reader-locale.ts';

interface TeamChoiceProps {
  readonly login: string;
  readonly value: string;
  readonly onChange: (slug: string) => void;
}

export function TeamChoice({ login, value, onChange }: TeamChoiceProps) {
  const name = useId();
  return (
    <fieldset className="change-people-choice">
      <legend>Team</legend>
      <TeamSearch
        login={login}
        control={({ slug }, properties) => (
          <Radio {...properties} name={name} value={slug} checked={slug === value} onChange={() => onChange(slug)} />
        )}
        countWords={(matching) => counted(matching, 'team', 'teams')}
      />
    </fieldset>
  );
}
