import type { Person, PersonRole } from '@orgdesk/client';
import type { SecondFactorGroups } from './get-people.ts';

export const ROLE_LABELS: Readonly<Record<PersonRole, string>> = {
  admin: 'Owner',
  member: 'Member',
  billing_manager: 'Billing manager',
  outside_collaborator: 'Outside collaborator',
};

export type SecondFactor = 'enabled' | 'insecure' | 'disabled';

export const SECOND_FACTOR_LABELS: Readonly<Record<SecondFactor, string>> = {
  enabled: 'Enabled',
  insecure: 'Insecure',
  disabled: 'Disabled',
};

export const SECOND_FACTOR_BADGES = {
  enabled: { label: '2FA enabled', variant: 'success' },
  insecure: { label: 'Insecure 2FA', variant: 'attention' },
  disabled: { label: '2FA disabled', variant: 'danger' },
} as const satisfies Record<SecondFactor, unknown>;

export function secondFactorOf({ id }: Pick<Person, 'id'>, { disabled, insecure }: SecondFactorGroups): SecondFactor {
  if (disabled.has(id)) return 'disabled';
  return insecure?.has(id) === true ? 'insecure' : 'enabled';
}

export const OWN_ROLE = 'You can’t change your own role. Ask another owner.';
export const LAST_OWNER = 'The organization needs an owner. Make someone else an owner first.';
export const NOT_ALL_LOADED = 'Some data couldn’t be loaded';
