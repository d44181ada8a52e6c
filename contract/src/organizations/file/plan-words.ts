import type { PlanDanger } from './plan.ts';
import type { PlanStep } from './plan-step.ts';

export const DANGERS: Readonly<Record<PlanDanger['kind'], string>> = {
  'no-owner-left': 'No owner would be left',
  yourself: 'You would lose your own role',
  'many-removals': 'Many people would be removed',
  'teams-with-access': 'Teams with access to repositories would be deleted',
  'new-owners': 'There would be new owners',
};

type Words = Readonly<Record<PlanStep['kind'], readonly [one: string, many: string]>>;

const COUNTED: Words = {
  'invite-person': ['person to invite', 'people to invite'],
  'add-person': ['person to add', 'people to add'],
  'set-role': ['role to change', 'roles to change'],
  'remove-person': ['person to remove', 'people to remove'],
  'create-team': ['team to create', 'teams to create'],
  'edit-team': ['team to edit', 'teams to edit'],
  'delete-team': ['team to delete', 'teams to delete'],
  'set-team-role': ['team membership to set', 'team memberships to set'],
  'remove-from-team': ['team membership to end', 'team memberships to end'],
  'set-team-access': ['access of a team to change', 'accesses of teams to change'],
  'set-collaborator': ['access of an outside collaborator to change', 'accesses of outside collaborators to change'],
};

/** Returns how many steps of each kind there are, such as "2 people to invite". */
export const countsOf = (steps: readonly Pick<PlanStep, 'kind'>[]): readonly string[] =>
  Object.entries(COUNTED).flatMap(([kind, [one, many]]) => {
    const count = steps.filter((each) => each.kind === kind).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
