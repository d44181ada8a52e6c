import type { NoTrail } from '../../audit-trail/audited.ts';
import type { TooManyViews } from '../../audit-trail/record-download.ts';
import type { TooManyChanges } from '../../ports/storage/audit-trail.ts';
import {
  columnOf,
  NO_ORGANIZATION,
  NO_TRAIL,
  NOT_A_MEMBER,
  SIGN_IN_FIRST,
  TOO_MANY_CHANGES,
  TOO_MANY_DOWNLOADS,
  TOO_MANY_VIEWS,
  type Wire,
} from '../../refusals.ts';
import type { RightsRefusal } from '../../sessions/live-rights.ts';

export type ExportRefusal =
  | RightsRefusal
  | NoTrail
  | TooManyChanges
  | TooManyViews
  | { readonly kind: 'no-export' | 'no-file' | 'too-many-downloads' };

export const ofOwners = {
  'no-session': SIGN_IN_FIRST,
  'no-organization': NO_ORGANIZATION,
  'not-a-member': NOT_A_MEMBER,
  'not-admin': { status: 403, error: 'Only organization admins can export who has access.' },
  ...columnOf('ownersOnly'),
} as const satisfies Readonly<Record<string, Wire>>;

export const ofStart = {
  ...ofOwners,
  'no-trail': NO_TRAIL,
  'too-many-changes': TOO_MANY_CHANGES,
} as const satisfies Readonly<Record<string, Wire>>;

export const ofExports = {
  ...ofOwners,
  'no-export': { status: 404, error: 'There is no such export in this organization.' },
} as const satisfies Readonly<Record<string, Wire>>;

export const ofFiles = {
  ...ofExports,
  'no-file': { status: 410, error: 'The file of this export was removed. Please start another one.' },
  'too-many-downloads': TOO_MANY_DOWNLOADS,
  'too-many-views': TOO_MANY_VIEWS,
} as const satisfies Readonly<Record<string, Wire>>;

export const tellExportRefusal = ({ kind }: ExportRefusal): Wire => ({ ...ofStart, ...ofFiles })[kind];
