import type { RevokedToken } from '@orgdesk/contract';
import { type ChangeRefusal, hostWords } from '../../../ports/code-host/refusals.ts';
import {
  CLAIMED,
  hostFailureOf,
  NO_TRAIL,
  OTHER_ORGANIZATION,
  type RefusalResponse,
} from '../../../shared/refusals.ts';

export const ofTokens = {
  'no-person': { status: 404, error: 'Person not found on the code host.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export const ofRevoking = {
  ...ofTokens,
  'no-trail': NO_TRAIL,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export type RevokeRefusal = ChangeRefusal | { readonly kind: 'gone' | 'claimed' | 'not-tried' };

const NOT_READ = 'Couldn’t check whether this token still exists: the organization’s tokens could not be read.';

export function refusalView(refusal: RevokeRefusal): Omit<RevokedToken, 'id'> {
  switch (refusal.kind) {
    case 'gone':
      return { outcome: 'gone', error: null };
    case 'missing':
      return { outcome: 'refused', error: NOT_READ };
    case 'claimed':
      return { outcome: 'not-tried', error: CLAIMED };
    case 'other-organization':
      return { outcome: 'not-tried', error: OTHER_ORGANIZATION.error };
    case 'not-tried':
    case 'unreachable':
      return { outcome: 'not-tried', error: null };
    case 'not-confirmed':
      return { outcome: 'not-confirmed', error: null };
    default:
      return { outcome: 'refused', error: hostWords(refusal) ?? hostFailureOf(refusal).error };
  }
}
