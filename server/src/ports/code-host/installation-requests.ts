import type { NamedOrganization } from './memberships.ts';
import type { HostResult } from './refusals.ts';

export interface InstallationRequest {
  readonly id: number;
  readonly organization: NamedOrganization;
  readonly requester: { readonly id: number; readonly login: string; readonly avatarUrl: string | null };
  readonly requestedAt: Date;
  /** Approval page on the code host's web origin. Composed, since the API does not return it. */
  readonly approvalPage: string;
}

export interface InstallationRequestsHost {
  /** Requests of all organizations, cached for up to a minute. Filter them per viewer. */
  installationRequests(): Promise<HostResult<readonly InstallationRequest[]>>;
}
