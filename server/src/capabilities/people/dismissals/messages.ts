import { DISMISSED_FINDINGS_MAX } from '@orgdesk/contract/limits';
import { type RefusalResponse, TOO_MANY_CHANGES } from '../../../shared/refusals.ts';

export const ofRestoring = {
  'too-many-changes': TOO_MANY_CHANGES,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export const ofDismissing = {
  ...ofRestoring,
  'wrong-until': { status: 400, error: 'Please choose a date in the future, at most one year ahead.' },
  'no-reason': { status: 400, error: 'Please enter a reason.' },
  'not-found': { status: 409, error: 'These findings do not match the access review. Please refresh it.' },
  'too-many-dismissed': {
    status: 409,
    error: `Up to ${DISMISSED_FINDINGS_MAX.toLocaleString('en-US')} findings can be dismissed. Please restore some first.`,
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;
