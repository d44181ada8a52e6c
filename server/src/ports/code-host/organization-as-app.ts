import type { SeenInvitation } from './invitations.ts';
import type { Told } from './refusals.ts';

/** An organization that the App is installed on, as the code host tells its installation. */
export interface InstalledOrganization {
  readonly installationId: number;
  /** Login of the organization. */
  readonly organization: string;
}

/** What is asked with the token of an installation, of whose limit alone it takes. */
export interface OrganizationAsApp {
  /** Every page of the open and the failed invitations; once aborted, nothing more is asked. */
  invitationsAsApp(where: InstalledOrganization, end?: AbortSignal): Promise<Told<readonly SeenInvitation[]>>;
  /** What somebody is in the organization; null when they are nothing there. */
  membershipAsApp(where: InstalledOrganization, login: string): Promise<Told<'active' | 'pending' | null>>;
}
