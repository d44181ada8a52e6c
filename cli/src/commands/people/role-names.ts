import type { PersonRole } from '../../../../client/src/index.ts';

export const ROLE_NAMES: Readonly<Record<PersonRole, string>> = {
  admin: 'owner',
  member: 'member',
  billing_manager: 'billing-manager',
  outside_collaborator: 'outside-collaborator',
};
