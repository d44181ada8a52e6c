import { Radio } from '@primer/react';
import { useId, useState } from 'react';
import { TextField } from '../../../components/controls/text-field.tsx';
import { ReadState } from '../../../components/list/read-state.tsx';
import { useAllTeams } from '../../../lib/reading/all-teams.ts';
import { hasWords } from '../../../lib/words/fold.ts';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';

/** The filter finds further teams. */
const SHOWN_MAX = 50;

interface TeamChoiceProps {
  readonly login: string;
  /** A team slug, or empty. */
  readonly value: string;
  readonly onChange: (slug: string) => void;
}

export function TeamChoice({ login, value, onChange }: TeamChoiceProps) {
  const id = useId();
  const [text, setText] = useState('');
  const reading = useAllTeams(login);
  const teams = reading.data;
  if (teams === undefined) {
    return (
      <ReadState reading={reading} failed="Couldn’t load teams">
        <p className="change-people-hint" role="status">
          Loading teams…
        </p>
      </ReadState>
    );
  }
  const fitting = teams.filter(({ name, slug }) => hasWords(`${name}\n${slug}`, text));
  return (
    <fieldset className="change-people-choice">
      <legend>Team</legend>
      <TextField
        type="search"
        aria-label="Find a team"
        placeholder="Find a team"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ul className="change-people-options">
        {fitting.slice(0, SHOWN_MAX).map(({ slug, name }) => (
          <li key={slug}>
            <label className="change-people-option" htmlFor={`${id}-${slug}`}>
              <Radio
                id={`${id}-${slug}`}
                name={id}
                value={slug}
                checked={slug === value}
                onChange={() => onChange(slug)}
              />
              {name}
            </label>
          </li>
        ))}
      </ul>
      <p className="change-people-hint" role="status">
        {fitting.length > SHOWN_MAX
          ? `The first ${SHOWN_MAX} of ${formatCount(fitting.length)}. Enter part of the name.`
          : counted(fitting.length, 'team', 'teams')}
      </p>
    </fieldset>
  );
}
