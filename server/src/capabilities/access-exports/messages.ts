import {
  NO_TRAIL,
  type RefusalResponse,
  TOO_MANY_CHANGES,
  TOO_MANY_DOWNLOADS,
  TOO_MANY_VIEWS,
} from '../../refusals.ts';

/** Refusals of what is written to the audit log. */
export const ofStart = {
  'no-trail': NO_TRAIL,
  'too-many-changes': TOO_MANY_CHANGES,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

/** Refusals of calls about one export. */
export const ofExports = {
  'no-export': { status: 404, error: 'Export not found in this organization.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export const ofFiles = {
  ...ofExports,
  'no-file': { status: 410, error: 'The file of this export was removed. Please start a new export.' },
  'too-many-downloads': TOO_MANY_DOWNLOADS,
  'too-many-views': TOO_MANY_VIEWS,
} as const satisfies Readonly<Record<string, RefusalResponse>>;
