import type { HostResult } from '../../domain/host-refusal.ts';
import type { TeamRole } from '../../domain/people-change.ts';
import type { RepositoryPermission } from '../people/access/reached-repositories.ts';
import type { NamedAccount, OrganizationRequest } from '../people/types.ts';

export type TeamPrivacy = 'closed' | 'secret';

/** What a team is, without what is in it. */
export interface HostTeamSettings {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly privacy: TeamPrivacy;
  readonly parentId: number | null;
}

export interface FullTeam extends HostTeamSettings {
  /** Direct members. */
  readonly people: readonly (NamedAccount & { readonly role: TeamRole })[];
  /** Only repositories that the App covers. */
  readonly repositories: readonly {
    readonly name: string;
    readonly isArchived: boolean;
    /** A custom role counts as the permission that it is based on. */
    readonly permission: RepositoryPermission;
  }[];
}

export interface TeamsHost {
  /** Refused unless everything could be read. */
  teamsInFull(request: OrganizationRequest): Promise<HostResult<readonly FullTeam[]>>;
}
