import type { TooManyViews } from '../../audit-trail/record-download.ts';
import {
  columnOf,
  NO_ORGANIZATION,
  NOT_A_MEMBER,
  SIGN_IN_FIRST,
  TOO_MANY_DOWNLOADS,
  TOO_MANY_VIEWS,
  TOO_MANY_WATCHERS,
  type Wire,
} from '../../refusals.ts';
import type { RightsRefusal } from '../../sessions/live-rights.ts';

export type TrailRefusal =
  | RightsRefusal
  | TooManyViews
  | { readonly kind: 'wrong-date' | 'too-many-watchers' | 'too-many-searches' | 'too-many-downloads' };

const ofOwners = {
  'no-session': SIGN_IN_FIRST,
  'no-organization': NO_ORGANIZATION,
  'not-a-member': NOT_A_MEMBER,
  'not-admin': { status: 403, error: 'Only organization admins can see the audit trail.' },
  ...columnOf('ownersOnly'),
} as const satisfies Readonly<Record<RightsRefusal['kind'], Wire>>;

const ofReading = {
  ...ofOwners,
  'wrong-date': {
    status: 400,
    error:
      'Please send since and until as a day, 2026-11-22, or as a time with its zone, 2026-11-22T14:05:00Z ' +
      '(in an address, + is written as %2B).',
  },
} as const satisfies Readonly<Record<string, Wire>>;

export const ofPages = {
  ...ofReading,
  'too-many-searches': {
    status: 429,
    error: 'Too many of your searches of the audit trail are still running. Please try again in a moment.',
    retryAfter: 'Seconds to wait.',
  },
} as const satisfies Readonly<Record<string, Wire>>;

export const ofFiles = {
  ...ofReading,
  'too-many-downloads': TOO_MANY_DOWNLOADS,
  'too-many-views': TOO_MANY_VIEWS,
} as const satisfies Readonly<Record<string, Wire>>;

export const ofWatching = { ...ofOwners, 'too-many-watchers': TOO_MANY_WATCHERS } as const satisfies Readonly<
  Record<string, Wire>
>;

export const tellTrailRefusal = ({ kind }: TrailRefusal): Wire => ({ ...ofPages, ...ofFiles, ...ofWatching })[kind];
