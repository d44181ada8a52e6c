import type { RefusalResponse } from '../../../shared/refusals.ts';

export const ofWork = {
  'no-work': { status: 404, error: 'Work not found in this organization.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;
