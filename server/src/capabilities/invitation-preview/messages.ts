import { PREVIEW_ROWS_MAX } from '../../domain/limits/invitations.ts';
import { columnOf, NO_ORGANIZATION, NOT_A_MEMBER, NOT_ADMIN, SIGN_IN_FIRST, type Wire } from '../../refusals.ts';
import type { RightsRefusal } from '../../sessions/live-rights.ts';

export type RowsRefusal = 'no-rows' | 'too-many-rows';

export type PreviewRefusal = RightsRefusal | { readonly kind: RowsRefusal };

export const wireOf = {
  'no-rows': { status: 400, error: 'Please add at least one person to invite.' },
  'too-many-rows': { status: 400, error: `Please send at most ${PREVIEW_ROWS_MAX} rows at a time.` },
  'no-session': SIGN_IN_FIRST,
  'no-organization': NO_ORGANIZATION,
  'not-a-member': NOT_A_MEMBER,
  'not-admin': NOT_ADMIN,
  ...columnOf('ownersOnly'),
} as const satisfies Readonly<Record<PreviewRefusal['kind'], Wire>>;
