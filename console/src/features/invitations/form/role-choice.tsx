import { ROLE_LABELS, ROLES, type Role } from '@orgdesk/people-files/cells';
import { Select } from '@primer/react';
import { useId } from 'react';
import '../invitations.css';

interface RoleChoiceProps<Value extends Role | null> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (role: Value) => void;
  /** Label of `null`, which is otherwise not offered. */
  readonly asForAll?: Value extends null ? string : never;
}

export function RoleChoice<Value extends Role | null>({ label, value, onChange, asForAll }: RoleChoiceProps<Value>) {
  const id = useId();
  return (
    <div className="choice">
      <label className="choice-label" htmlFor={id}>
        {label}
      </label>
      <Select
        id={id}
        block
        value={value ?? ''}
        onChange={({ target }) => onChange((ROLES.find((role) => role === target.value) ?? null) as Value)}
      >
        {asForAll !== undefined && <Select.Option value="">{asForAll}</Select.Option>}
        {ROLES.map((role) => (
          <Select.Option key={role} value={role}>
            {ROLE_LABELS[role]}
          </Select.Option>
        ))}
      </Select>
    </div>
  );
}
