import type { Result } from '../../domain/result.ts';

/**
 * Why the code host did not do what was asked.
 *
 * `unauthorized`: it no longer accepts the token. `rate-limited`: primary or secondary, in any of its spellings;
 * `retryAt` is when asking again has a chance, null when it did not say. `single-sign-on`: not before the person signs
 * on; `authorizeUrl` lies on the code host's own web origin, null when it named no such page. `ip-allow-list`: not to
 * the address the service calls from. `missing`: there is no such thing, or not for this credential. `rejected`: it
 * understood and said no; `code` where its words are not what tells why: `app-refused` when it does not accept the App's
 * client ID, client secret or callback address. `message` is in its own words, empty when it
 * said nothing. `unreachable`: no usable answer in time (network, 5xx, an answer that is not what its documentation
 * promises).
 */
export type HostRefusal =
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'rate-limited'; readonly retryAt: Date | null }
  | { readonly kind: 'single-sign-on'; readonly message: string; readonly authorizeUrl: string | null }
  | { readonly kind: 'ip-allow-list'; readonly message: string }
  | { readonly kind: 'missing'; readonly message: string }
  | {
      readonly kind: 'rejected';
      readonly status: number;
      readonly message: string;
      readonly code?: 'no_seat' | 'app-refused';
    }
  | { readonly kind: 'unreachable'; readonly message: string };

/** What the code host told, or why it did not. */
export type Told<T> = Result<T, HostRefusal>;

/** Why a refresh failed. `spent`: this refresh token will never work again; only a new sign-in helps. */
export type RefreshRefusal = { readonly kind: 'spent' } | HostRefusal;

/** The login names another organization than the change was planned for, or none any more: nothing was sent. */
export interface OtherOrganization {
  readonly kind: 'other-organization';
}

/**
 * Why somebody was not invited. `already-there`: a member, or invited before, in the platform's words. `already-member`: a
 * member, so that nothing was sent. `invited-before`: answered as if it were new, but open since then. `over-quota`: the
 * organization has sent as many invitations as the platform allows it in a day. `not-confirmed`: the invitation was sent
 * and no usable answer came, so that it may have arrived. `unreachable`: nothing was sent.
 */
export type InvitationRefusal =
  | { readonly kind: 'already-there' | 'over-quota' | 'not-confirmed'; readonly message: string }
  | { readonly kind: 'already-member' }
  | { readonly kind: 'invited-before'; readonly since: Date }
  | OtherOrganization
  | HostRefusal;

/**
 * Why a change was not made. `not-confirmed`: it was sent and no usable answer came, so that it may have happened.
 * `unreachable`: nothing was sent.
 */
export type ChangeRefusal =
  | { readonly kind: 'not-confirmed'; readonly message: string }
  | OtherOrganization
  | HostRefusal;

/**
 * Why an invitation was not made. `already-invited`: the platform makes none beside one that is open.
 * `no-seat`: everybody the organization has paid for is there.
 */
export type CreationRefusal =
  | { readonly kind: 'already-invited' | 'already-member' | 'over-quota' | 'no-seat'; readonly message: string }
  | ChangeRefusal;

/** `suspended`: nothing can be read until it is unsuspended. `gone`: the installation does not exist any more. */
export type RepositoriesRefusal = { readonly kind: 'suspended' } | { readonly kind: 'gone' } | HostRefusal;
