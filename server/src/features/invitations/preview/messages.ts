import { PREVIEW_ROWS_MAX } from '@orgdesk/contract/limits';
import type { RefusalResponse } from '../../../http/refusals.ts';

export type RowsRefusal = 'no-rows' | 'too-many-rows';

export const wireOf = {
  'no-rows': { status: 400, error: 'Please add at least one person to invite.' },
  'too-many-rows': { status: 400, error: `You can check up to ${PREVIEW_ROWS_MAX} rows at a time.` },
} as const satisfies Readonly<Record<RowsRefusal, RefusalResponse>>;
