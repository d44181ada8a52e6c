import { type RefusalResponse, TOO_MANY_CHANGES } from '../../../shared/refusals.ts';

/** Refusals of what is written to the audit log. */
export const ofStart = {
  'too-many-changes': TOO_MANY_CHANGES,
} as const satisfies Readonly<Record<string, RefusalResponse>>;
