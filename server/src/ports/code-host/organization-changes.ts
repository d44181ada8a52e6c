import type { HostToken } from '../../domain/session.ts';
import type { NamedOrganization } from './memberships.ts';

declare const seen: unique symbol;

/** An organization just read from the code host. It authorizes one change, made directly afterwards. */
export type FreshOrganization = NamedOrganization & { readonly [seen]: true };

export interface ChangeTarget {
  readonly token: HostToken;
  /** Login, which another organization may have taken meanwhile. */
  readonly organization: string;
  /** Nothing is sent to any other organization. */
  readonly organizationId: number;
  /** Null if the read named no organization; the change then costs another call. */
  readonly seen: FreshOrganization | null;
}
