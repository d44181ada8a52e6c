import { differencesIn } from '@orgdesk/contract/organizations/file/plan-words';
import type { OrganizationPlan } from '../../../../client/src/index.ts';

export const PLAN_EXIT = { none: 0, failed: 1, changes: 2 } as const;

export const PLAN_EXIT_CODES: Readonly<Record<number, string>> = {
  [PLAN_EXIT.none]: 'nothing to change',
  [PLAN_EXIT.failed]: 'the files have problems, or failed; see standard error',
  [PLAN_EXIT.changes]: 'changes or dangers, or unknown arguments',
};

export const planExit = (plan: OrganizationPlan): number =>
  differencesIn(plan) === 0 ? PLAN_EXIT.none : PLAN_EXIT.changes;
