import type { ChangedPerson } from '@orgdesk/contract';
import { UNCONFIRMED_PEOPLE_MAX } from '@orgdesk/contract/limits';
import type { NoTrail } from '../../audit-trail/audited.ts';
import type { ChangeRefusal, HostRefusal, OtherOrganization } from '../../ports/code-host/refusals.ts';
import {
  CLAIMED,
  hostFailureOf,
  NO_TRAIL,
  OTHER_ORGANIZATION,
  type RefusalResponse,
  refusalMessage,
} from '../../refusals.ts';
import type { PreviewTokenRefusal } from '../../security/people-preview.ts';

export type PeoplePreviewRefusal = HostRefusal | { readonly kind: 'no-team' };

export type PeopleChangeRefusal =
  | HostRefusal
  | NoTrail
  | OtherOrganization
  | { readonly kind: PreviewTokenRefusal | 'unconfirmed' | 'not-admin' };

export const ofPreview = {
  'no-team': { status: 404, error: 'Team not found in this organization.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export const ofChange = {
  invalid: { status: 409, error: 'This preview does not match this change. Please preview the changes again.' },
  expired: { status: 409, error: 'This preview has expired. Please preview the changes again.' },
  unconfirmed: {
    status: 400,
    error: `Please type the organization's login to confirm a change of more than ${UNCONFIRMED_PEOPLE_MAX} people.`,
  },
  'no-trail': NO_TRAIL,
  'other-organization': OTHER_ORGANIZATION,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

/** Refusals that all further changes would also get. */
export type PeopleLimit = 'rate-limited' | 'unauthorized' | 'no-trail' | 'other-organization';

/**
 * `changed-since`: differs from the preview. `not-looked-at`: unreadable. `claimed`: another request makes the same
 * change. `left`: the change invited a person who had left.
 */
export type PersonRefusal =
  | NoTrail
  | { readonly kind: 'changed-since' | 'claimed' | 'last-owner' | 'left' }
  | { readonly kind: 'not-looked-at'; readonly refusal: HostRefusal }
  | { readonly kind: 'not-tried'; readonly after: PeopleLimit | null }
  | ChangeRefusal;

/** Returns the limit that ends all further changes, or null. */
export function limitOf(refusal: PersonRefusal): PeopleLimit | null {
  const { kind } = refusal.kind === 'not-looked-at' ? refusal.refusal : refusal;
  return LIMITS.find((limit) => limit === kind) ?? null;
}

const LIMITS: readonly PeopleLimit[] = ['rate-limited', 'unauthorized', 'no-trail', 'other-organization'];

const WORDS = { 'no-trail': NO_TRAIL.error, 'other-organization': OTHER_ORGANIZATION.error } as const;

type PersonRefusalView = Pick<ChangedPerson, 'outcome' | 'error' | 'reason'>;

const REASONS = {
  'rate-limited': 'rate-limited',
  unauthorized: 'token-rejected',
  'no-trail': null,
  'other-organization': null,
} as const satisfies Readonly<Record<PeopleLimit, ChangedPerson['reason']>>;

export function refusalView(refusal: PersonRefusal): PersonRefusalView {
  switch (refusal.kind) {
    case 'changed-since':
      return { outcome: 'changed-since', error: null, reason: null };
    case 'last-owner':
      return {
        outcome: 'refused',
        error: 'An organization needs at least one owner.',
        reason: 'last-owner',
      };
    case 'left':
      return {
        outcome: 'refused',
        error: 'They had left the organization, so the code host sent an invitation instead.',
        reason: 'refused',
      };
    case 'claimed':
      return { outcome: 'not-tried', error: CLAIMED, reason: null };
    case 'no-trail':
    case 'other-organization':
      return { outcome: 'not-tried', error: WORDS[refusal.kind], reason: null };
    case 'not-looked-at':
      return { outcome: 'not-tried', ...hostFailureOf(refusal.refusal) };
    case 'not-tried': {
      const { after } = refusal;
      return {
        outcome: 'not-tried',
        error: after === 'no-trail' || after === 'other-organization' ? WORDS[after] : null,
        reason: after && REASONS[after],
      };
    }
    case 'not-confirmed':
      return { outcome: 'not-confirmed', error: null, reason: 'unreachable' };
    default:
      return { outcome: 'refused', ...hostFailureOf(refusal) };
  }
}

export const trailWords = (refusal: PersonRefusal): string =>
  refusal.kind === 'not-confirmed' ? refusalMessage(refusal) : (refusalView(refusal).error ?? refusalMessage(refusal));
