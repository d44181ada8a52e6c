import { Button } from '@primer/react';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { TextField } from '../../../components/controls/text-field.tsx';
import './code-form.css';

interface CodeFormProps {
  readonly isBusy: boolean;
  readonly problem: string | null;
  readonly onCode: (code: string) => void;
}

const EMPTY = 'Enter the code that the program shows.';

/** Never filled in from a link, so that nobody approves a code that they have not seen. */
export function CodeForm({ isBusy, problem, onCode }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const shown = isMissing ? EMPTY : problem;

  useEffect(() => {
    if (problem !== null) input.current?.focus();
  }, [problem]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const isEmpty = code.trim() === '';
    setIsMissing(isEmpty);
    if (isEmpty) input.current?.focus();
    else if (!isBusy) onCode(code);
  };

  return (
    <form className="code-form" onSubmit={submit} noValidate>
      <label className="code-form-label" htmlFor={id}>
        Code
      </label>
      <div className="row-8">
        <TextField
          ref={input}
          id={id}
          className="code-form-field"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={code}
          aria-invalid={shown !== null}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => setCode(target.value)}
        />
        <Button type="submit" variant="primary" inactive={isBusy}>
          Continue
        </Button>
      </div>
      <p
        className={shown === null ? 'code-form-hint' : 'code-form-problem'}
        id={`${id}-hint`}
        role={shown === null ? undefined : 'alert'}
      >
        {shown ?? 'Eight letters, such as WDJB-MJHT.'}
      </p>
    </form>
  );
}
