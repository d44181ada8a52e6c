import type { PlanDanger } from './plan.ts';

export const DANGERS: Readonly<Record<PlanDanger['kind'], string>> = {
  'no-owner-left': 'No owner would be left',
  yourself: 'You would lose your own role',
  'many-removals': 'Many people would be removed',
  'teams-with-access': 'Teams with access to repositories would be deleted',
  'new-owners': 'There would be new owners',
};
