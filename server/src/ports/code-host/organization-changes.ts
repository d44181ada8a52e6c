import type { HostToken } from '../../domain/session.ts';
import type { NamedOrganization } from './memberships.ts';

declare const seen: unique symbol;

/** An organization as the code host has just named it. It vouches for one change, made right after it. */
export type SeenOrganization = NamedOrganization & { readonly [seen]: true };

/** As whom, and in which organization, something is changed. */
export interface ChangeTarget {
  readonly token: HostToken;
  /** Login of the organization, which another organization may have taken since it was read. */
  readonly organization: string;
  /** The organization that the change was planned for: nothing is sent to another one. */
  readonly organizationId: number;
  /** What the read right before the change returned; null where it named no organization, which costs a call more. */
  readonly seen: SeenOrganization | null;
}
