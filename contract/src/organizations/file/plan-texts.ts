import type { OrganizationPlan, PlanDanger } from './plan.ts';
import type { PlanStep } from './plan-step.ts';

const DANGERS: Readonly<Record<PlanDanger['kind'], readonly [one: string, many: string]>> = {
  'no-owner-left': ['No owner would be left', 'No owner would be left'],
  'too-few-owners': ['1 owner would be left, which is too few', '# owners would be left, which is too few'],
  'required-owner-lost': ['1 required owner would lose that role', '# required owners would lose that role'],
  'owner-rules-loosened': ['1 rule about owners would be loosened', '# rules about owners would be loosened'],
  yourself: ['You would lose your own role', 'You would lose your own role'],
  'owners-lost': ['1 owner would lose that role', '# owners would lose that role'],
  'many-removals': ['1 person would be removed', '# people would be removed'],
  'memberships-lost': ['1 team membership would end', '# team memberships would end'],
  'access-lost': ['Access to 1 repository would be lost or lowered', 'Access would be lost or lowered # times'],
  'teams-with-access': [
    '1 team with access to repositories would be deleted',
    '# teams with access to repositories would be deleted',
  ],
  'teams-with-people': ['1 team with people would be deleted', '# teams with people would be deleted'],
  'new-owners': ['1 person would become an owner', '# people would become owners'],
  'other-account': [
    '1 username belongs to another account than when files were applied last',
    '# usernames belong to other accounts than when files were applied last',
  ],
};

/** Returns what would happen, with its number, such as "2 people would be removed". */
export function dangerText({ kind, count }: Pick<PlanDanger, 'kind' | 'count'>): string {
  const [one, many] = DANGERS[kind];
  return count === 1 ? one : many.replace('#', String(count));
}

/** Without steps, files may still loosen rules, or a login belong to another account, which is to be confirmed. */
export const differencesIn = ({ steps, dangers }: Pick<OrganizationPlan, 'steps' | 'dangers'>): number =>
  steps.length || dangers.length;

type Texts = Readonly<Record<PlanStep['kind'], readonly [one: string, many: string]>>;

const COUNTED: Texts = {
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

/** Returns what a step is, such as "set team role: grace, team core (role member)". */
export function stepText({ kind, login, team, repository, from, to }: Omit<PlanStep, 'needs' | 'after'>): string {
  const what = [login, team === null ? null : `team ${team}`, repository].filter((each) => each !== null).join(', ');
  const keys = Object.keys(to ?? from ?? {}).filter((key) => key !== 'parentId');
  const values = keys.map((key) => {
    const [before, after] = [from?.[key], to?.[key]];
    const shown = [before, after].filter((each) => each !== undefined).map((each) => each ?? 'none');
    return `${key} ${shown.join(' → ')}`;
  });
  return `${kind.replaceAll('-', ' ')}: ${what}${values.length === 0 ? '' : ` (${values.join(', ')})`}`;
}

/** Returns which steps are not made because the App lacks a permission; null if there are none. */
export function leftOutText(steps: readonly Pick<PlanStep, 'needs'>[]): string | null {
  const needs = new Set(steps.flatMap((step) => step.needs ?? []));
  if (needs.size === 0) return null;
  const count = steps.filter((step) => step.needs !== null).length;
  return `${count} of ${steps.length} steps will be left out: the App needs ${[...needs].join(', ')}.`;
}

/** Returns how many steps of each kind there are, such as "2 people to invite". */
export const countsOf = (steps: readonly Pick<PlanStep, 'kind'>[]): readonly string[] =>
  Object.entries(COUNTED).flatMap(([kind, [one, many]]) => {
    const count = steps.filter((each) => each.kind === kind).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
