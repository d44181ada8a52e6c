export const PLAN_EXIT = { none: 0, failed: 1, changes: 2 } as const;

export const PLAN_EXIT_CODES: Readonly<Record<number, string>> = {
  [PLAN_EXIT.none]: 'nothing to change',
  [PLAN_EXIT.failed]: 'the files have problems, or failed; see standard error',
  [PLAN_EXIT.changes]: 'changes, or unknown arguments',
};
