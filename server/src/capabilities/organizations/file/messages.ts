import { ORGANIZATION_PLAN_STEPS_MAX } from '@orgdesk/contract/limits';
import type { RefusalResponse } from '../../../shared/refusals.ts';

export const ofPlan = {
  'too-many-steps': {
    status: 409,
    error: `These files need more than ${ORGANIZATION_PLAN_STEPS_MAX.toLocaleString('en')} changes. Please plan some of them first.`,
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;
