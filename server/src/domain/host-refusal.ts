import type { Result } from '../lib/result.ts';

/**
 * Why the code host refused. `message` is its own text, or empty.
 *
 * `rate-limited`: primary or secondary; `retryAt` is null if it sent no time. `single-sign-on`: `authorizeUrl` is on
 * its web origin. `ip-allow-list`: the service's address is blocked. `missing`: nonexistent or hidden. `rejected`:
 * `app-refused` means a wrong client ID, client secret or callback address. `unreachable`: no usable answer in time
 * (network, 5xx, undocumented format).
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
      /** Permissions that the call needs, such as "members: write". */
      readonly needs?: string;
    }
  | { readonly kind: 'unreachable'; readonly message: string };

/** The reason that the code host gave, with the permissions it names; null without a reason. */
export function hostMessage(refusal: {
  readonly kind: string;
  readonly message?: string;
  readonly needs?: string;
}): string | null {
  const { message = '', needs } = refusal;
  if (message === '') return null;
  return needs === undefined ? message : `${message} (needs ${needs})`;
}

export type HostResult<T> = Result<T, HostRefusal>;

/** `spent`: the refresh token will never work again; only a new sign-in helps. */
export type RefreshRefusal = { readonly kind: 'spent' } | HostRefusal;

/** The login no longer belongs to the planned organization. Nothing was sent. */
export interface OtherOrganization {
  readonly kind: 'other-organization';
}

/**
 * `already-there`: member or invited, in the platform's words. `invited-before`: the platform returned an older open
 * invitation. `over-quota`: the organization's daily limit. Others are as in `ChangeRefusal`.
 */
export type InvitationRefusal =
  | { readonly kind: 'already-there' | 'over-quota' | 'not-confirmed'; readonly message: string }
  | { readonly kind: 'already-member' }
  | { readonly kind: 'invited-before'; readonly since: Date }
  | OtherOrganization
  | HostRefusal;

/** `not-confirmed`: sent without a usable answer; it may have happened. `unreachable`: nothing was sent. */
export type ChangeRefusal =
  | { readonly kind: 'not-confirmed'; readonly message: string }
  | OtherOrganization
  | HostRefusal;

/** `already-invited`: another invitation is open. `no-seat`: all paid seats are filled. */
export type CreationRefusal =
  | { readonly kind: 'already-invited' | 'already-member' | 'over-quota' | 'no-seat'; readonly message: string }
  | ChangeRefusal;

/** `suspended`: unreadable until unsuspended. `gone`: the installation no longer exists. */
export type RepositoriesRefusal = { readonly kind: 'suspended' } | { readonly kind: 'gone' } | HostRefusal;
