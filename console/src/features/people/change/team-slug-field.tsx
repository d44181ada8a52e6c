import { TEAM_SLUG_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import { useId } from 'react';
import { TextField } from '../../../components/controls/text-field.tsx';

interface TeamSlugFieldProps {
  readonly value: string;
  readonly onChange: (slug: string) => void;
}

export function TeamSlugField({ value, onChange }: TeamSlugFieldProps) {
  const id = useId();
  return (
    <div className="change-people-field">
      <label htmlFor={id}>Team</label>
      <TextField
        id={id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={TEAM_SLUG_MAX_CHARACTERS}
        aria-describedby={`${id}-hint`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <p className="change-people-hint" id={`${id}-hint`}>
        As in the team’s URL, such as “platform”. Nothing changes in organizations without it.
      </p>
    </div>
  );
}
