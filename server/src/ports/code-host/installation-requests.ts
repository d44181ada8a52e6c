import type { NamedOrganization } from './memberships.ts';
import type { Told } from './refusals.ts';

/** Somebody asked the owners of an organization to install the App, and none of them has decided yet. */
export interface InstallationRequest {
  readonly id: number;
  readonly organization: NamedOrganization;
  readonly requester: { readonly id: number; readonly login: string; readonly avatarUrl: string | null };
  readonly requestedAt: Date;
  /** Page of the code host, on its web origin, where an owner decides. Nobody says where it is: composed. */
  readonly approvalPage: string;
}

/** Requests to install the App, asked with its own credential. */
export interface InstallationRequestsHost {
  /** Those on organizations, of everybody, as of a minute ago at most. Not for people to see as they are. */
  installationRequests(): Promise<Told<readonly InstallationRequest[]>>;
}
