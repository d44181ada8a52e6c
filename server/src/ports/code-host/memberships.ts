import type { MembershipRole } from '../../domain/account.ts';

export interface NamedOrganization {
  readonly id: number;
  readonly login: string;
}

/** `pending`: invited. `none`: not a member, or the organization does not exist or is hidden. */
export type HostMembership =
  | { readonly kind: 'active'; readonly organization: NamedOrganization; readonly role: MembershipRole }
  | { readonly kind: 'pending'; readonly organization: NamedOrganization }
  | { readonly kind: 'none' };
