import { onlyPersonIn } from '@orgdesk/people-files/people-of-line';
import { type ComponentProps, useId } from 'react';
import { TextField } from '../../components/controls/text-field.tsx';
import './organization-file.css';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly isRequired?: boolean;
  readonly input?: Pick<ComponentProps<typeof TextField>, 'type' | 'min' | 'max' | 'step'>;
}

export function Field({ label, value, onChange, hint, isRequired = false, input = {} }: FieldProps) {
  const id = useId();
  return (
    <div className="organization-file-field">
      <label htmlFor={id}>{label}</label>
      <TextField
        {...input}
        id={id}
        autoComplete="off"
        required={isRequired}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/**
 * The usernames between commas, also of "Ken Thompson (@kt-dev)". Other words stay together, for the service to refuse:
 * each of them could be the username of a stranger.
 */
export const typedLogins = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => onlyPersonIn(part) ?? part);
