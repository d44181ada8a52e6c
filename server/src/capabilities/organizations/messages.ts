import { NO_ORGANIZATION, NOT_A_MEMBER, RENAMED, type RefusalResponse } from '../../shared/refusals.ts';
import type { RenamedOrganization } from '../../shared/sessions/renamed-organization.ts';

/** Specification: Errors, Other endpoints. */
export const wireOf = {
  'login-missing': NO_ORGANIZATION,
  'not-a-member': NOT_A_MEMBER,
  renamed: RENAMED,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export type OrganizationRefusal = Exclude<keyof typeof wireOf, 'renamed'> | RenamedOrganization;
