import { LOGIN_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import { Button } from '@primer/react';
import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { TextField } from '../../../components/controls/text-field.tsx';
import './login-form.css';

/** Anything else would lead to another page or none. */
const LOGIN = /^[a-z0-9][a-z0-9_-]*$/i;

/** Opens an organization's page, which explains why it is not shown. */
export function LoginForm() {
  const [typed, setTyped] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const open = (event: SubmitEvent) => {
    event.preventDefault();
    const login = typed.trim().replace(/^@/, '');
    if (login.length <= LOGIN_MAX_CHARACTERS && LOGIN.test(login))
      return void navigate({ to: '/organizations/$login', params: { login } });
    setIsRefused(true);
    input.current?.focus();
  };

  return (
    <form className="login-form" onSubmit={open} noValidate>
      <label className="login-form-label" htmlFor={id}>
        Organization name
      </label>
      <div className="row-8">
        <TextField
          ref={input}
          id={id}
          className="login-form-field"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          aria-invalid={isRefused}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            setTyped(event.target.value);
            setIsRefused(false);
          }}
        />
        <Button type="submit">Find out why</Button>
      </div>
      <p
        className={isRefused ? 'login-form-problem' : 'login-form-hint'}
        id={`${id}-hint`}
        role={isRefused ? 'alert' : undefined}
      >
        {isRefused ? 'Use only letters, digits, and hyphens.' : 'The name in its URL, such as “acme”.'}
      </p>
    </form>
  );
}
