import { INVITEES_MAX } from '@orgdesk/contract/limits';
import type { HostRefusal, InvitationRefusal } from '../../domain/host-refusal.ts';
import {
  invitationFailureOf,
  NO_ORGANIZATION,
  NOT_ADMIN,
  RENAMED,
  type RefusalResponse,
  SIGN_IN_FIRST,
} from '../../http/refusals.ts';
import type { StopReason } from '../../lib/work-on-list.ts';
import type { RenamedOrganization } from '../../sessions/live-rights.ts';

/** Specification: Errors, Mass invite validation. */
export const refusalResponses = {
  'no-session': SIGN_IN_FIRST,
  'no-organization': NO_ORGANIZATION,
  'no-invitees': { status: 400, error: 'Please add at least one user to invite.' },
  'not-text': { status: 400, error: 'Invalid user data. Please remove and re-add the users.' },
  'too-many': { status: 413, error: `You can invite up to ${INVITEES_MAX} users at a time.` },
  'not-admin': NOT_ADMIN,
  renamed: { ...RENAMED, status: NOT_ADMIN.status },
  failed: { status: 500, error: 'Failed to send invitations. Please try again.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export type InviteRefusal = Exclude<keyof typeof refusalResponses, 'renamed'> | RenamedOrganization;

/** `not-tried`: the deadline passed before anything was sent for this login. */
export type LoginRefusal =
  | { readonly kind: 'not-found' }
  | { readonly kind: 'not-tried'; readonly stopReason: StopReason }
  | HostRefusal
  | InvitationRefusal;

const NOT_TRIED: Readonly<Record<StopReason, string>> = {
  'out-of-time': 'Not sent: the code host took too long. Please try again.',
  'shutting-down': 'Not sent: the service was stopping. Please try again.',
};

/** Decision M2. Specification: mass invite, steps 1 and 3. */
export function failureView(login: string, refusal: LoginRefusal): ReturnType<typeof invitationFailureOf> {
  if (refusal.kind === 'not-tried') return { reason: 'not-tried', error: NOT_TRIED[refusal.stopReason] };
  if (refusal.kind !== 'not-found') return invitationFailureOf(refusal);
  return { reason: 'not-found', error: `User @${login} not found on the code host` };
}
