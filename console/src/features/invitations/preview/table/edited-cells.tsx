import { ROLE_WORDS, ROLES, type Role } from '@orgdesk/people-files/cells';
import type { CheckedPerson } from '@orgdesk/people-files/preview';
import { Select } from '@primer/react';
import { useEffect, useRef, useState } from 'react';
import { TextField } from '../../../../components/controls/text-field.tsx';

interface PersonFieldProps {
  readonly person: CheckedPerson;
  readonly onSave: (text: string, isDone: boolean) => void;
  readonly onCancel: () => void;
}

export function PersonField({ person: { person, where, problem }, onSave, onCancel }: PersonFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(problem === 'no-person' ? '' : person);
  useEffect(() => {
    field.current?.focus();
  }, []);
  return (
    <TextField
      ref={field}
      aria-label={`Username or email address, ${where}`}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={() => {
        if (text !== '' && text !== person) onSave(text, false);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
        if (event.key !== 'Enter') return;
        event.preventDefault();
        if (text !== '' && text !== person) onSave(text, true);
        else onCancel();
      }}
    />
  );
}

interface RoleSelectProps {
  readonly person: CheckedPerson;
  readonly onChange: (role: Role) => void;
}

export function RoleSelect({ person: { role, roleText, problem, where }, onChange }: RoleSelectProps) {
  const isUnknown = problem === 'bad-role';
  return (
    <Select
      size="small"
      aria-label={`Role, ${where}`}
      value={isUnknown ? '' : role}
      onChange={({ target }) => onChange(ROLES.find((each) => each === target.value) ?? role)}
    >
      {isUnknown && <Select.Option value="">{roleText}</Select.Option>}
      {ROLES.map((each) => (
        <Select.Option key={each} value={each}>
          {ROLE_WORDS[each]}
        </Select.Option>
      ))}
    </Select>
  );
}
