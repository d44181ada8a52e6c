import { NO_ORGANIZATION, type Wire } from '../../refusals.ts';

/** Status and sentence of each refusal. Specification: Errors, Other endpoints. */
export const wireOf = {
  'login-missing': NO_ORGANIZATION,
  'not-a-member': { status: 404, error: 'This organization was not found, or you are not a member of it.' },
} as const satisfies Readonly<Record<string, Wire>>;

export type OrganizationRefusal = keyof typeof wireOf;
