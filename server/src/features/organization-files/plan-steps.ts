import type { PlanDanger, PlanStep } from '@orgdesk/contract';
import { ORGANIZATION_PLAN_STEPS_MAX } from '@orgdesk/contract/limits';
import { foldTeamName } from '@orgdesk/contract/team-name';
import type { UnlocatedProblem } from '@orgdesk/organization-files/check-files';
import { canBeKey } from '@orgdesk/organization-files/team-keys';
import type { HostAccount } from '../../code-host/people/types.ts';
import { foldLogin } from '../../domain/account.ts';
import { isJoining } from '../../domain/organization-plan.ts';
import type { OwnerRules } from '../../domain/owner-rules.ts';
import { PLAN_DANGERS } from '../../lib/limits/people.ts';
import { foldRepository } from '../../lib/texts.ts';
import { compareGrants, comparePeople, compareTeams, step, type TeamFacts } from './compare.ts';
import { type DesiredOrganization, permissionName, shownHints } from './desired.ts';
import { countAccess, lostAccess } from './inherited-access.ts';
import { matchTeams } from './match-teams.ts';
import type { JudgedBasis } from './plan-seal.ts';
import type { CurrentOrganization } from './read-organization.ts';

interface PlanFacts {
  readonly idOf: (login: string) => number | null;
  readonly viewerId: number;
  readonly unmanaged: TeamFacts['unmanaged'];
}

export const needsAdministration = ({ kind }: PlanStep): boolean =>
  kind === 'set-team-access' || kind === 'set-collaborator';

/** What files want, what there is, and what stays as it is. */
interface StepsToPlan {
  readonly desired: DesiredOrganization;
  readonly current: CurrentOrganization;
  readonly accounts: ReadonlyMap<string, HostAccount>;
  readonly viewerId: number;
  readonly unmanaged: ReadonlySet<string>;
}

/** Steps that are left out may come on top of those that a plan may have. */
const STEPS_MAX = 2 * ORGANIZATION_PLAN_STEPS_MAX;

/** Returns null for more steps than any plan can have. */
export function stepsOf({ desired, current, accounts, viewerId, unmanaged }: StepsToPlan): readonly PlanStep[] | null {
  const steps = planSteps(desired, current, { idOf: idIn(current, accounts), viewerId, unmanaged });
  return steps.length > STEPS_MAX ? null : steps;
}

export function idIn({ people, outside }: CurrentOrganization, accounts: ReadonlyMap<string, HostAccount>) {
  const ids = new Map([...people, ...outside].map(({ id, login }) => [foldLogin(login), id]));
  return (login: string): number | null => ids.get(foldLogin(login)) ?? accounts.get(foldLogin(login))?.id ?? null;
}

/**
 * Returns all steps, without their prerequisites: additions before removals, parents before children, children deleted
 * before their parents.
 */
export function planSteps(
  desired: DesiredOrganization,
  current: CurrentOrganization,
  { idOf, viewerId, unmanaged }: PlanFacts,
): readonly PlanStep[] {
  const people = comparePeople(desired, current, idOf).map((each) => converted(each, desired));
  const demoted = new Set(
    people
      .filter(({ from, to }) => from?.role === 'admin' && to?.role !== 'admin')
      .map(({ login }) => foldLogin(login ?? '')),
  );
  const teams = compareTeams(desired, current, { idOf, demoted, unmanaged });
  // An owner in a team is its maintainer.
  const isLate = ({ login }: PlanStep) => login !== null && demoted.has(foldLogin(login));
  const collaborators = compareCollaborators(desired, current, idOf);
  const isPromotion = ({ kind, to }: PlanStep) => isJoining(kind) || (kind === 'set-role' && to?.role === 'admin');
  const leaving = people.filter((each) => !isPromotion(each));
  return [
    ...people.filter(isPromotion),
    ...teams.renames,
    ...teams.openings,
    ...teams.creations,
    ...teams.edits,
    ...teams.additions.filter((each) => !isLate(each)),
    ...collaborators.filter(({ to }) => to !== null),
    ...teams.removals,
    ...collaborators.filter(({ to }) => to === null),
    ...teams.deletions,
    ...teams.closings,
    ...leaving.filter(({ id }) => id !== viewerId),
    ...teams.additions.filter(isLate),
    // Afterwards, the viewer can do nothing more.
    ...leaving.filter(({ id }) => id === viewerId),
  ];
}

/** Whoever leaves, but is listed as an outside collaborator, keeps access. */
function converted(each: PlanStep, { outside }: DesiredOrganization): PlanStep {
  const stays = each.kind === 'remove-person' && outside.has(foldLogin(each.login ?? ''));
  return stays ? { ...each, kind: 'set-role', to: { role: 'outside_collaborator' } } : each;
}

function compareCollaborators(
  { exact, outside: desired, people }: DesiredOrganization,
  { outside }: CurrentOrganization,
  idOf: (login: string) => number | null,
): readonly PlanStep[] {
  const isExact = exact.has('outsideCollaborators');
  const current = new Map(outside.map((person) => [foldLogin(person.login), person]));
  const steps: PlanStep[] = [];
  for (const [key, { login, repositories }] of desired) {
    const now = new Map(
      (current.get(key)?.repositories ?? []).map(({ name, permission }) => [
        foldRepository(name),
        { name, permission: permissionName(permission) },
      ]),
    );
    compareGrants(repositories, now, isExact, (repository, from, to) => {
      const change = { from: from && { permission: from }, to: to && { permission: to } };
      steps.push(step('set-collaborator', { login, repository, id: idOf(login), ...change }));
    });
  }
  if (!isExact) return steps;
  for (const [key, { login, id }] of current)
    if (!desired.has(key) && !people.has(key))
      steps.push(step('remove-person', { login, id, from: { role: 'outside_collaborator' } }));
  return steps;
}

interface DangerFacts extends Pick<JudgedBasis, 'loosened' | 'otherAccounts'> {
  readonly viewerId: number;
  readonly ownerRules: OwnerRules;
}

/** Returns what must be confirmed by name and number. */
function dangersOf(
  steps: readonly PlanStep[],
  { people, teams, outside }: CurrentOrganization,
  { viewerId, ownerRules, loosened, otherAccounts }: DangerFacts,
): readonly PlanDanger[] {
  const removed = steps.filter(({ kind, to }) => kind === 'remove-person' || to?.role === 'outside_collaborator');
  const demoted = steps.filter(({ kind, to }) => kind === 'set-role' && to?.role === 'member');
  const promoted = steps.filter(({ kind, to }) => isNewOwner(kind, to));
  const losing = new Set([...removed, ...demoted].map(({ id }) => id));
  const owners = people.filter(({ role }) => role === 'admin');
  const deleted = steps.filter(({ kind }) => kind === 'delete-team');
  const deletedIds = new Set(deleted.map(({ id }) => id));
  const deletedTeams = teams.filter(({ id }) => deletedIds.has(id));
  const endedMemberships = [
    ...steps.filter(({ kind }) => kind === 'remove-from-team').map(({ team, login }) => `${login} in ${team}`),
    ...deletedTeams.flatMap(({ slug, people: members }) => members.map(({ login }) => `${login} in ${slug}`)),
  ];
  const { removedMax, removedShare } = PLAN_DANGERS;
  const isMany = removed.length > removedMax || removed.length > removedShare * people.length;
  const lostOwners = owners.filter(({ id }) => losing.has(id));
  // An invited owner is none until the invitation is accepted.
  const left = [
    ...owners.filter(({ id }) => !losing.has(id)),
    ...promoted.filter(({ kind }) => kind !== 'invite-person'),
  ].map(({ login }) => login);
  const { ownersMin, requiredOwners } = ownerRules;
  const isRequired = ({ id }: { readonly id: number }) => requiredOwners.some((required) => required.id === id);
  const found: readonly (readonly [kind: PlanDanger['kind'], names: readonly (string | null)[]])[] = [
    ['no-owner-left', owners.length === 0 || left.length > 0 ? [] : owners.map(({ login }) => login)],
    ['too-few-owners', lostOwners.length > 0 && left.length < ownersMin ? left : []],
    ['required-owner-lost', lostOwners.filter(isRequired).map(({ login }) => login)],
    ['owner-rules-loosened', loosened],
    ['yourself', [...removed, ...demoted].filter(({ id }) => id === viewerId).map(({ login }) => login)],
    ['owners-lost', lostOwners.map(({ login }) => login)],
    ['many-removals', isMany ? removed.map(({ login }) => login) : []],
    [
      'memberships-lost',
      ifMuch(
        endedMemberships,
        sumOf(teams, ({ people: members }) => members.length),
      ),
    ],
    ['access-lost', ifMuch(lostAccess(steps, teams), countAccess(teams, outside))],
    ['teams-with-access', deletedTeams.filter(({ repositories }) => repositories.length > 0).map(({ slug }) => slug)],
    ['teams-with-people', deletedTeams.filter(({ people: members }) => members.length > 0).map(({ slug }) => slug)],
    ['new-owners', promoted.map(({ login }) => login)],
    ['other-account', otherAccounts],
  ];
  return found.flatMap(([kind, names]) =>
    names.length === 0
      ? []
      : [{ kind, count: names.length, names: names.slice(0, PLAN_DANGERS.namesMax).map((name) => name ?? '') }],
  );
}

function ifMuch(lost: readonly string[], all: number): readonly string[] {
  const { lostMax, lostShare, lostMin } = PLAN_DANGERS;
  const isMuch = lost.length > lostMax || (lost.length >= lostMin && lost.length > lostShare * all);
  return isMuch ? lost : [];
}

const sumOf = <T>(items: readonly T[], amount: (item: T) => number): number =>
  items.reduce((sum, item) => sum + amount(item), 0);

const isNewOwner = (kind: PlanStep['kind'], to: PlanStep['to']): boolean =>
  (isJoining(kind) || kind === 'set-role') && to?.role === 'admin';

/** Steps whose dangers are to be found, and the files that they are of. */
interface StepsToJudge {
  readonly steps: readonly PlanStep[];
  readonly desired: Pick<DesiredOrganization, 'teams'>;
  readonly current: CurrentOrganization;
  readonly facts: DangerFacts;
}

interface JudgedSteps {
  readonly steps: readonly PlanStep[];
  readonly dangers: readonly PlanDanger[];
  readonly hints: readonly UnlocatedProblem[];
}

export const judgedSteps = ({ steps, desired, current, facts }: StepsToJudge): JudgedSteps => ({
  steps: withPrerequisites(steps),
  dangers: dangersOf(steps, current, facts),
  hints: keyHints(desired, current),
});

/** Names keys that are not the slugs of their teams. They work, but readers look for the slug. */
function keyHints(
  { teams: desiredTeams }: Pick<DesiredOrganization, 'teams'>,
  { teams }: Pick<CurrentOrganization, 'teams'>,
): readonly UnlocatedProblem[] {
  const hints: UnlocatedProblem[] = [];
  for (const { desired, current, by } of matchTeams(desiredTeams, teams).byKey.values()) {
    const { key, location, absent } = desired;
    if (by !== 'name' || current === null || absent || !canBeKey(current.slug)) continue;
    if (foldLogin(current.slug) === foldLogin(key)) continue;
    const message = `"${key}" is not the slug of the team "${current.name}". It works, but the slug is "${current.slug}".`;
    hints.push({ ...location, message, nearest: current.slug });
  }
  return shownHints(hints);
}

/** Adds to each step the earlier ones without which it cannot be made, or would do something else. */
export function withPrerequisites(steps: readonly PlanStep[]): readonly PlanStep[] {
  const created = new Map<string, number>();
  const joined = new Map<string, number>();
  const opened = new Map<number, number>();
  const movedFrom = new Map<string, number[]>();
  const renamed = new Map<string, number>();
  return steps.map((step, index) => {
    const after = prerequisitesOf(step).filter((each) => each !== undefined);
    note(step, index);
    return { ...step, after: [...new Set(after)].toSorted((a, b) => a - b) };
  });

  function prerequisitesOf({ kind, login, team, teamId, to, id }: PlanStep): readonly (number | undefined)[] {
    switch (kind) {
      case 'create-team':
      case 'edit-team':
        return [...parentIn(to), to?.name == null ? undefined : renamed.get(foldTeamName(to.name))];
      case 'delete-team':
        return movedFrom.get(String(id)) ?? [];
      case 'set-team-role':
      case 'remove-from-team':
      case 'set-team-access':
        return [
          teamId === null ? created.get(foldLogin(team ?? '')) : undefined,
          login === null ? undefined : joined.get(foldLogin(login)),
        ];
      default:
        return [];
    }
  }

  function parentIn(to: PlanStep['to']): readonly (number | undefined)[] {
    if (to?.parent == null) return [];
    return [to.parentId == null ? created.get(foldLogin(to.parent)) : opened.get(Number(to.parentId))];
  }

  function note({ kind, login, team, id, from, to }: PlanStep, index: number): void {
    if (kind === 'create-team') created.set(foldLogin(team ?? ''), index);
    if (isJoining(kind)) joined.set(foldLogin(login ?? ''), index);
    if (to?.privacy === 'closed' && id !== null && kind === 'edit-team') opened.set(id, index);
    if (kind === 'edit-team' && from?.name != null && to?.name != null && !renamed.has(foldTeamName(from.name)))
      renamed.set(foldTeamName(from.name), index);
    // A deleted team takes its children along.
    if (from?.parentId == null || (kind !== 'edit-team' && kind !== 'delete-team')) return;
    const moved = movedFrom.get(from.parentId);
    if (moved === undefined) movedFrom.set(from.parentId, [index]);
    else moved.push(index);
  }
}
