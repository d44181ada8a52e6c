import type { ChangedInvitation } from '@orgdesk/contract';
import { CHANGED_INVITATIONS_MAX } from '@orgdesk/contract/limits';
import type { CreationRefusal, HostRefusal } from '../../domain/host-refusal.ts';
import {
  CLAIMED,
  hostFailureOf,
  NO_INVITATIONS,
  NO_TRAIL,
  OTHER_ORGANIZATION,
  type RefusalResponse,
  refusalMessage,
} from '../../http/refusals.ts';

export const ofChanges = {
  'wrong-body': {
    status: 400,
    error: `ids must be a list of 1 to ${CHANGED_INVITATIONS_MAX} different positive integers.`,
  },
  'no-invitations': NO_INVITATIONS,
  'no-trail': NO_TRAIL,
  'other-organization': OTHER_ORGANIZATION,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export const ofList = {
  'no-invitations': NO_INVITATIONS,
  'out-of-time': { status: 500, error: 'The code host took too long to list the invitations. Please try again.' },
  'shutting-down': { status: 500, error: 'The service was stopping. Please try again.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

/** Refusals that all further requests would also get. */
export type InvitationsLimit = 'rate-limited' | 'unauthorized' | 'over-quota' | 'no-seat' | 'other-organization';

/**
 * `claimed`: another request is changing it. `former-gone`: its replacement failed after it was (or, without `removed`,
 * may have been) removed.
 */
export type ListedRefusal =
  | { readonly kind: 'gone' | 'already-invited' | 'claimed' }
  | { readonly kind: 'not-tried'; readonly after: InvitationsLimit | null }
  | { readonly kind: 'from-provider' }
  | { readonly kind: 'other-role'; readonly role: string }
  | { readonly kind: 'not-found'; readonly login: string }
  | { readonly kind: 'former-gone'; readonly removed: boolean; readonly refusal: CreationRefusal }
  | CreationRefusal
  | HostRefusal;

const REASONS = {
  'rate-limited': 'rate-limited',
  unauthorized: 'token-rejected',
  'over-quota': 'over-quota',
  'no-seat': 'no-seat',
  'other-organization': null,
} as const satisfies Readonly<Record<InvitationsLimit, ChangedInvitation['reason']>>;

/** Returns the limit that ends all further changes, or null. */
export const limitOf = (refusal: ListedRefusal): InvitationsLimit | null => {
  if (refusal.kind === 'former-gone') return limitOf(refusal.refusal);
  return refusal.kind in REASONS ? (refusal.kind as InvitationsLimit) : null;
};

type InvitationRefusalView = Pick<ChangedInvitation, 'outcome' | 'error' | 'reason'>;

const refused = (error: string, reason: ChangedInvitation['reason'] = 'refused'): InvitationRefusalView => ({
  outcome: 'refused',
  error,
  reason,
});

export function refusalView(refusal: ListedRefusal): InvitationRefusalView {
  switch (refusal.kind) {
    case 'gone':
    case 'already-invited':
      return { outcome: refusal.kind, error: null, reason: null };
    case 'not-tried': {
      const { after } = refusal;
      const error = after === 'other-organization' ? OTHER_ORGANIZATION.error : null;
      return { outcome: 'not-tried', error, reason: after && REASONS[after] };
    }
    case 'claimed':
      return { outcome: 'not-tried', error: CLAIMED, reason: null };
    case 'other-organization':
      return { outcome: 'not-tried', error: OTHER_ORGANIZATION.error, reason: null };
    case 'not-confirmed':
      return { outcome: 'not-confirmed', error: null, reason: 'unreachable' };
    // Only requests before the change are refused like this.
    case 'unreachable':
      return { outcome: 'not-tried', error: null, reason: 'unreachable' };
    case 'from-provider':
      return refused('This invitation was created by an identity provider. Resend it there.');
    case 'other-role':
      return refused(`orgdesk cannot resend an invitation with the role ${refusal.role}.`);
    case 'not-found':
      return refused(`User @${refusal.login} not found on the code host`);
    case 'over-quota':
    case 'no-seat':
      return refused(refusalMessage(refusal), refusal.kind);
    case 'already-member':
      return refused(refusalMessage(refusal));
    case 'former-gone': {
      const { error, reason } = refusalView(refusal.refusal);
      const fate = refusal.removed
        ? 'The previous invitation was removed.'
        : 'The previous invitation may have been removed.';
      return refused(`${(error ?? 'Unknown error').replace(/\.$/, '')}. ${fate}`, reason);
    }
    default:
      return refused(hostFailureOf(refusal).error, hostFailureOf(refusal).reason);
  }
}
