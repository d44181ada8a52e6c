import type { Person, PersonRole } from '@orgdesk/client';
import type { SecondFactorGroups } from './reading/people-list.ts';

export const ROLE_WORDS: Readonly<Record<PersonRole, string>> = {
  admin: 'Owner',
  member: 'Member',
  billing_manager: 'Billing manager',
  outside_collaborator: 'Outside collaborator',
};

export type SecondFactor = 'enabled' | 'insecure' | 'disabled';

export const SECOND_FACTOR_WORDS: Readonly<Record<SecondFactor, string>> = {
  enabled: 'On',
  insecure: 'Insecure',
  disabled: 'None',
};

export function secondFactorOf({ id }: Pick<Person, 'id'>, { disabled, insecure }: SecondFactorGroups): SecondFactor {
  if (disabled.has(id)) return 'disabled';
  return insecure?.has(id) === true ? 'insecure' : 'enabled';
}
