import type { NamedAccount, OrganizationRequest } from '../people.ts';
import type { HostResult } from '../refusals.ts';
import type { RepositoryPermission } from './reached-repositories.ts';

/** A role of an organization that gives access to all of its repositories. */
export interface OrganizationRole {
  readonly name: string;
  readonly permission: RepositoryPermission;
  readonly people: readonly (NamedAccount & {
    /** Slugs of the teams that have the role; empty if assigned to the person. */
    readonly teams: readonly string[];
  })[];
}

export interface OrganizationRolesHost {
  /** Empty if the plan of the organization has no roles. */
  organizationRoles(request: OrganizationRequest): Promise<HostResult<readonly OrganizationRole[]>>;
}
