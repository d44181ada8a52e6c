import type { HostResult } from '../../domain/host-refusal.ts';
import type { HostInvitation } from './types.ts';

export interface InstalledOrganization {
  readonly installationId: number;
  readonly organization: string;
}

/** Requests made with an installation token. They count against that installation's rate limit only. */
export interface OrganizationAsApp {
  /** Requests no more pages once aborted. */
  invitationsAsApp(where: InstalledOrganization, end?: AbortSignal): Promise<HostResult<readonly HostInvitation[]>>;
  /** Returns null for a person who is neither a member nor invited. */
  membershipAsApp(where: InstalledOrganization, login: string): Promise<HostResult<'active' | 'pending' | null>>;
}
