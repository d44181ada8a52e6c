import { NO_ORGANIZATION, NOT_A_MEMBER, type RefusalResponse } from '../../shared/refusals.ts';

/** Specification: Errors, Other endpoints. */
export const wireOf = {
  'login-missing': NO_ORGANIZATION,
  'not-a-member': NOT_A_MEMBER,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export type OrganizationRefusal = keyof typeof wireOf;
