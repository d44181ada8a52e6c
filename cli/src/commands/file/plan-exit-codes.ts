import type { OrganizationPlan } from '../../../../client/src/index.ts';

export const PLAN_EXIT = { none: 0, failed: 1, changes: 2 } as const;

export const PLAN_EXIT_CODES: Readonly<Record<number, string>> = {
  [PLAN_EXIT.none]: 'nothing to change',
  [PLAN_EXIT.failed]: 'the files have problems, or failed; see standard error',
  [PLAN_EXIT.changes]: 'changes or dangers, or unknown arguments',
};

/** Files that only loosen rules change nothing, and still are to be confirmed. */
export const isNothing = ({ steps, dangers }: OrganizationPlan): boolean => steps.length === 0 && dangers.length === 0;

export const planExit = (plan: OrganizationPlan): number => (isNothing(plan) ? PLAN_EXIT.none : PLAN_EXIT.changes);
