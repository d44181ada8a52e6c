import type { PlanStep, PlanValues } from '../../../domain/organization-plan.ts';
import { ok, type Result } from '../../../domain/result.ts';
import type { RepositoryPermission } from '../../../ports/code-host/access/reached-repositories.ts';
import type { CodeHost } from '../../../ports/code-host/code-host.ts';
import type { PeopleHost } from '../../../ports/code-host/people.ts';
import type { PeopleChangesHost } from '../../../ports/code-host/people-changes.ts';
import type { HostRefusal, HostResult } from '../../../ports/code-host/refusals.ts';
import type { TeamChangesHost } from '../../../ports/code-host/teams/team-changes.ts';
import type { Runner } from '../../jobs/runner.ts';
import { isAtLeast, type PermissionName, permissionName } from '../permission-names.ts';

export type ReadingStepHost = Pick<TeamChangesHost, 'teamNow' | 'hasChildTeams' | 'teamAccessNow' | 'collaboratorNow'> &
  Pick<PeopleHost, 'teamsOfPerson'> &
  Pick<PeopleChangesHost, 'placeOf'> &
  Pick<CodeHost, 'membershipOf'>;

/** `done`: what the step would make is the case. `changed`: neither that, nor what the plan saw. */
export type StepState = 'as-planned' | 'done' | 'changed';

export function createReadStep(codeHost: ReadingStepHost) {
  return (runner: Runner, step: PlanStep): Promise<Result<StepState, HostRefusal>> => {
    switch (step.kind) {
      case 'create-team':
      case 'edit-team':
      case 'delete-team':
        return readTeam(runner, step);
      case 'set-team-role':
      case 'remove-from-team':
        return readRole(runner, step);
      case 'set-team-access':
        return readAccess(
          step,
          () => codeHost.teamAccessNow(runner, step.team ?? '', step.repository ?? ''),
          () => accessOfParent(runner, step),
        );
      case 'set-collaborator':
        return readCollaborator(runner, step);
      case 'invite-person':
      case 'add-person':
      case 'set-role':
      case 'remove-person':
        throw new Error(`a step of kind ${step.kind} is not about a team`);
    }
  };

  async function readTeam(runner: Runner, { kind, team, id, from, to }: PlanStep) {
    const found = await codeHost.teamNow(runner, team ?? '');
    if (!found.ok) return found;
    if (kind === 'create-team') {
      if (found.value === null) return ok('as-planned' as const);
      return ok(found.value.name === to?.name ? ('done' as const) : ('changed' as const));
    }
    if (found.value === null) {
      if (kind === 'delete-team') return ok('done' as const);
      const renamed = to?.slug == null ? ok(null) : await codeHost.teamNow(runner, to.slug);
      if (!renamed.ok) return renamed;
      return ok(
        renamed.value?.id === id && renamed.value?.name === to?.name ? ('done' as const) : ('changed' as const),
      );
    }
    const { name, slug, description, privacy, parentSlug } = found.value;
    if (found.value.id !== id) return ok('changed' as const);
    if (kind === 'delete-team') {
      const children = await codeHost.hasChildTeams(runner, slug);
      if (!children.ok) return children;
      return ok(children.value || name !== from?.name ? ('changed' as const) : ('as-planned' as const));
    }
    return ok(stateOf({ name, slug, description: description ?? '', privacy, parent: parentSlug }, from, to));
  }

  /** Members of child teams are not direct members. */
  async function readRole(
    runner: Runner,
    { login, team, id, from, to }: PlanStep,
  ): Promise<Result<StepState, HostRefusal>> {
    const place = await codeHost.placeOf(runner, login ?? '');
    if (!place.ok) return place;
    if (place.value === null) return ok(to === null ? 'done' : 'changed');
    if (place.value.id !== id) return ok('changed');
    if (place.value.role === null && to !== null) {
      // Adding anyone else would invite them to the organization.
      const membership = await codeHost.membershipOf(runner, login ?? '');
      if (!membership.ok) return membership;
      return ok(membership.value === 'pending' && from === null ? 'as-planned' : 'changed');
    }
    const teams = await codeHost.teamsOfPerson(runner, login ?? '');
    if (!teams.ok) return teams;
    if (teams.value.withheld !== null) return { ok: false, refusal: teams.value.withheld };
    const role = teams.value.teams.find(({ slug }) => slug.toLowerCase() === team?.toLowerCase())?.role ?? null;
    // Owners are maintainers of every team they are in.
    if (place.value.role === 'admin' && role !== null && to !== null) return ok('done');
    return ok(stateOf(role && { role }, from, to));
  }

  async function readAccess(
    { from, to }: PlanStep,
    read: () => ReturnType<TeamChangesHost['collaboratorNow']>,
    readInherited: () => ReturnType<TeamChangesHost['collaboratorNow']>,
  ): Promise<Result<StepState, HostRefusal>> {
    const found = await read();
    if (!found.ok) return found;
    const now = nameOf(found.value);
    const [before, after] = [permissionIn(from), permissionIn(to)];
    // It may be inherited from a parent that is about to lose it. Granting it again changes nothing.
    if (before === null && after !== null && (now === null || isAtLeast(after, now))) return ok('as-planned');
    if (now === null) return ok(after === null ? 'done' : 'changed');
    if (now === before) return ok('as-planned');
    const inherited = await readInherited();
    if (!inherited.ok) return inherited;
    const parent = nameOf(inherited.value);
    // More access from a parent hides what the team has itself.
    if (parent !== null && isAtLeast(parent, now)) return ok('as-planned');
    return ok(now === after ? 'done' : 'changed');
  }

  async function readCollaborator(runner: Runner, step: PlanStep): Promise<Result<StepState, HostRefusal>> {
    const place = await codeHost.placeOf(runner, step.login ?? '');
    if (!place.ok) return place;
    if (place.value?.id !== step.id) return ok('changed');
    const read = () => codeHost.collaboratorNow(runner, step.repository ?? '', step.login ?? '');
    return readAccess(step, read, async () => ok(null));
  }

  async function accessOfParent(
    runner: Runner,
    { team, repository }: PlanStep,
  ): Promise<HostResult<RepositoryPermission | null>> {
    const found = await codeHost.teamNow(runner, team ?? '');
    if (!found.ok || found.value === null || found.value.parentSlug === null) return found.ok ? ok(null) : found;
    return codeHost.teamAccessNow(runner, found.value.parentSlug, repository ?? '');
  }
}

const nameOf = (permission: RepositoryPermission | null): PermissionName | null =>
  permission === null ? null : permissionName(permission);

const permissionIn = (values: PlanValues | null): PermissionName | null =>
  (values?.permission ?? null) as PermissionName | null;

/** Compares only what the plan saw. */
function stateOf(now: PlanValues | null, from: PlanValues | null, to: PlanValues | null): StepState {
  const isSame = (planned: PlanValues | null): boolean =>
    planned === null || now === null
      ? planned === now
      : Object.entries(planned).every(([key, value]) => fold(key, now[key] ?? null) === fold(key, value));
  return isSame(to) ? 'done' : isSame(from) ? 'as-planned' : 'changed';
}

const fold = (key: string, value: string | null): string | null =>
  key === 'slug' || key === 'parent' ? (value?.toLowerCase() ?? null) : value;
