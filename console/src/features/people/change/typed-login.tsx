import { type Ref, useId } from 'react';
import { TextField } from '../../../components/controls/text-field.tsx';

interface TypedLoginProps {
  readonly login: string;
  readonly value: string;
  readonly onChange: (written: string) => void;
  readonly isTried: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

export const isTyped = (written: string, login: string): boolean =>
  written.trim().toLowerCase() === login.toLowerCase();

/** A field that confirms a change of many people. */
export function TypedLogin({ login, value, onChange, isTried, ref }: TypedLoginProps) {
  const id = useId();
  const isWrong = isTried && !isTyped(value, login);
  return (
    <div className="change-people-field">
      <label htmlFor={id}>
        Type <strong>{login}</strong> to confirm
      </label>
      <TextField
        ref={ref}
        id={id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={isWrong}
        aria-describedby={`${id}-problem`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <p className="change-people-problem" id={`${id}-problem`} role="status">
        {isWrong && `Type ${login} exactly.`}
      </p>
    </div>
  );
}
