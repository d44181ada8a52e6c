import type { MembershipRole } from '../../domain/account.ts';

/** An organization as a membership names it. */
export interface NamedOrganization {
  readonly id: number;
  readonly login: string;
}

/**
 * What the code host says of somebody's own place in an organization. `pending`: invited. `none`: not a member, or
 * there is no such organization, or it is hidden.
 */
export type SeenMembership =
  | { readonly kind: 'active'; readonly organization: NamedOrganization; readonly role: MembershipRole }
  | { readonly kind: 'pending'; readonly organization: NamedOrganization }
  | { readonly kind: 'none' };
