import type { OrganizationRefusal } from './list-organizations.ts';

/** Status and sentence of each refusal. Specification: Errors, Other endpoints. */
export const wireOf: Readonly<Record<OrganizationRefusal, { readonly status: number; readonly error: string }>> = {
  'login-missing': { status: 400, error: 'Please select an organization first.' },
  'not-a-member': { status: 404, error: 'This organization was not found, or you are not a member of it.' },
};
