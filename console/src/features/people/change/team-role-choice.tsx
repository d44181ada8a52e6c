import { Select } from '@primer/react';
import { useId } from 'react';

export type TeamRole = 'member' | 'maintainer';

interface TeamRoleChoiceProps {
  readonly value: TeamRole;
  readonly onChange: (role: TeamRole) => void;
}

export function TeamRoleChoice({ value, onChange }: TeamRoleChoiceProps) {
  const id = useId();
  return (
    <label className="change-people-field" htmlFor={id}>
      Role in the team
      <Select
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value === 'maintainer' ? 'maintainer' : 'member')}
      >
        <Select.Option value="member">Member</Select.Option>
        <Select.Option value="maintainer">Maintainer</Select.Option>
      </Select>
    </label>
  );
}
