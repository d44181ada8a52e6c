import { Checkbox } from '@primer/react';
import { useId } from 'react';
import { counted } from '../../lib/reader-locale.ts';
import './controls.css';

export interface OfferedOrganization {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  /** Beside the login. */
  readonly hint?: string;
}

interface OrganizationChoiceProps {
  readonly offered: readonly OfferedOrganization[];
  readonly chosen: ReadonlySet<number>;
  readonly onChange: (chosen: ReadonlySet<number>) => void;
}

export function OrganizationChoice({ offered, chosen, onChange }: OrganizationChoiceProps) {
  const id = useId();
  const isAll = offered.every((organization) => chosen.has(organization.id));
  const isSome = offered.some((organization) => chosen.has(organization.id));
  const toggle = (organization: number) => {
    const next = new Set(chosen);
    if (!next.delete(organization)) next.add(organization);
    onChange(next);
  };
  return (
    <fieldset className="organization-choice">
      <legend>Organizations</legend>
      {offered.length > 1 && (
        <label className="organization-choice-option" htmlFor={`${id}-all`}>
          <Checkbox
            id={`${id}-all`}
            checked={isAll}
            indeterminate={isSome && !isAll}
            onChange={() => onChange(isAll ? new Set() : new Set(offered.map((organization) => organization.id)))}
          />
          All {counted(offered.length, 'organization', 'organizations')}
        </label>
      )}
      {offered.map(({ id: organization, login, name, hint }) => (
        <label className="organization-choice-option" htmlFor={`${id}-${organization}`} key={organization}>
          <Checkbox
            id={`${id}-${organization}`}
            checked={chosen.has(organization)}
            onChange={() => toggle(organization)}
          />
          <span>
            {name ?? login}
            <span className="organization-choice-hint">{hint === undefined ? login : `${login}, ${hint}`}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
