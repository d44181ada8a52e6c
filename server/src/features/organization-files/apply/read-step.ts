import type { CodeHost } from '../../../code-host/code-host.ts';
import { type Absent, absentFor } from '../../../code-host/reading.ts';
import type { AccessNow, CustomRole } from '../../../code-host/teams/team-changes.ts';
import type { HostRefusal, HostResult, OtherOrganization } from '../../../domain/host-refusal.ts';
import type { PlanStep, PlanValues } from '../../../domain/organization-plan.ts';
import type { Runner } from '../../../jobs/runner.ts';
import { ok, type Result, refuse } from '../../../lib/result.ts';
import { isAtLeast, type PermissionName, permissionName } from '../permission-names.ts';
import { teamIn } from './send-step.ts';

/** `done`: what the step would make is the case. `changed`: neither that, nor what the plan saw. */
export type StepState = 'as-planned' | 'done' | 'changed';

type Read = Promise<Result<StepState, HostRefusal | OtherOrganization>>;

/** Reads what a step changes. Nothing is to be read before a team is created. */
export function readStep(codeHost: CodeHost, runner: Runner, step: PlanStep): Read {
  switch (step.kind) {
    case 'edit-team':
    case 'delete-team':
      return readTeam(codeHost, runner, step);
    case 'set-team-role':
    case 'remove-from-team':
      return readRole(codeHost, runner, step);
    case 'set-team-access':
      return readTeamAccess(codeHost, runner, step);
    case 'set-collaborator':
      return readCollaborator(codeHost, runner, step);
    case 'create-team':
    case 'invite-person':
    case 'add-person':
    case 'set-role':
    case 'remove-person':
      throw new Error(`a step of kind ${step.kind} changes no team`);
  }
}

async function readTeam(codeHost: CodeHost, runner: Runner, step: PlanStep): Read {
  const { kind, from, to } = step;
  const found = await codeHost.teamNow(runner, teamIn(step));
  if (!found.ok) return found;
  if (found.value.kind === 'absent') return ok(kind === 'delete-team' ? doneBy(found.value) : 'changed');
  const { id, name, description, privacy, parentId, parentSlug } = found.value.value;
  if (kind === 'delete-team') {
    const children = await codeHost.hasChildTeams(runner, id);
    if (!children.ok) return children;
    return ok(children.value || name !== from?.name ? 'changed' : 'as-planned');
  }
  const parent = { parent: parentSlug, parentId: parentId === null ? null : String(parentId) };
  return ok(stateOf({ name, description: description ?? '', privacy, ...parent }, from, to));
}

/** Members of child teams are not direct members. */
async function readRole(codeHost: CodeHost, runner: Runner, step: PlanStep): Read {
  const { login, id, from, to } = step;
  const place = await codeHost.placeOf(runner, login ?? '');
  if (!place.ok) return place;
  // Whoever had the login may be in the team under another.
  if (place.value?.id !== id) return ok('changed');
  if (place.value.role === null && to !== null) {
    const outside = await outsideNow(codeHost, runner);
    if (!outside.ok) return outside;
    // Adding anyone else would invite them to the organization.
    const membership = await codeHost.membershipOf(runner, login ?? '');
    if (!membership.ok) return membership;
    return ok(membership.value === 'pending' && from === null ? 'as-planned' : 'changed');
  }
  const teams = await codeHost.teamsOfPerson(runner, login ?? '');
  if (!teams.ok) return teams;
  const { withheld, notIn } = teams.value;
  const role = teams.value.teams.find((team) => team.id === step.teamId)?.role ?? null;
  const isKnown = role !== null || notIn.some((teamId) => teamId === step.teamId);
  if (!isKnown && withheld !== null) return refuse(withheld);
  // Owners are maintainers of every team they are in.
  if (place.value.role === 'admin' && role !== null && to !== null) return ok('done');
  const state = stateOf(role && { role }, from, to);
  if (role !== null || state !== 'done') return ok(state);
  const absent = await outsideNow(codeHost, runner);
  return absent.ok ? ok(doneBy(absent.value)) : absent;
}

/**
 * Proves that a person or a team that was not found is not there. Otherwise the code host may hide it, or another
 * organization may have the login now.
 */
async function outsideNow(
  codeHost: CodeHost,
  runner: Runner,
): Promise<Result<Absent, HostRefusal | OtherOrganization>> {
  const own = await codeHost.ownMembership(runner.token, runner.organization);
  if (!own.ok) return own;
  const absent = absentFor(own.value, runner.organizationId);
  if (absent !== null) return ok(absent);
  const isElsewhere = own.value.kind === 'none' || own.value.organization.id !== runner.organizationId;
  return refuse(isElsewhere ? { kind: 'other-organization' } : { kind: 'missing', message: '' });
}

async function readTeamAccess(codeHost: CodeHost, runner: Runner, step: PlanStep): Read {
  const { repository, from, to } = step;
  const found = await codeHost.teamAccessNow(runner, teamIn(step), repository ?? '');
  if (!found.ok) return found;
  if (found.value !== null) return stateOfAccess(step, found.value, () => accessOfParent(codeHost, runner, step));
  if (from === null && to !== null) return ok('as-planned');
  const absent = await codeHost.noTeamAccessNow(runner, teamIn(step), repository ?? '');
  if (!absent.ok) return absent;
  return ok(to === null ? doneBy(absent.value) : 'changed');
}

async function readCollaborator(codeHost: CodeHost, runner: Runner, step: PlanStep): Read {
  const { login, repository, from, to, id } = step;
  const place = await codeHost.placeOf(runner, login ?? '');
  if (!place.ok) return place;
  if (place.value?.id !== id) return ok('changed');
  const found = await codeHost.collaboratorNow(runner, repository ?? '', login ?? '');
  if (!found.ok) return found;
  if (found.value.kind === 'present') return stateOfAccess(step, found.value.value, () => ok(null));
  if (to === null) return ok(doneBy(found.value));
  if (from !== null) return ok('changed');
  const invitations = await codeHost.repositoryInvitations(runner, [repository ?? '']);
  if (!invitations.ok) return invitations;
  // Without them, the code host decides.
  const invited = invitations.value.get(repository ?? '')?.find(({ invitee }) => invitee.id === id);
  const isDone = invited !== undefined && permissionName(invited.permission) === permissionIn(to);
  return ok(isDone ? 'done' : 'as-planned');
}

async function stateOfAccess(
  { from, to }: PlanStep,
  found: AccessNow,
  readInherited: () => Awaitable<HostResult<AccessNow | null>>,
): Read {
  const [before, after] = [permissionIn(from), permissionIn(to)];
  if (!isCustom(found) && permissionName(found) === before) return ok('as-planned');
  const inherited = await readInherited();
  if (!inherited.ok) return inherited;
  if (isCustom(found)) {
    const isInherited = isCustom(inherited.value) && inherited.value.customRole === found.customRole;
    return isInherited && before === null ? ok('as-planned') : refuse(notManaged(found));
  }
  const now = permissionName(found);
  const parent = inherited.value === null || isCustom(inherited.value) ? null : permissionName(inherited.value);
  // More access from a parent hides what the team has itself, and it may be about to lose it. Granting the same access
  // again changes nothing.
  if (parent !== null && isAtLeast(parent, now)) return ok('as-planned');
  if (now === after) return ok('done');
  const isRaised = before === null && after !== null && isAtLeast(after, now);
  return ok(isRaised ? 'as-planned' : 'changed');
}

async function accessOfParent(
  codeHost: CodeHost,
  runner: Runner,
  step: PlanStep,
): Promise<HostResult<AccessNow | null>> {
  const found = await codeHost.teamNow(runner, teamIn(step));
  if (!found.ok) return found;
  const parentId = found.value.kind === 'absent' ? null : found.value.value.parentId;
  return parentId === null ? ok(null) : codeHost.teamAccessNow(runner, parentId, step.repository ?? '');
}

const isCustom = (access: AccessNow | null): access is CustomRole => access !== null && typeof access === 'object';

const notManaged = ({ customRole }: CustomRole): HostRefusal => ({
  kind: 'rejected',
  status: 200,
  message: `It has the custom role "${customRole}", which is not managed here.`,
});

type Awaitable<T> = T | Promise<T>;

/** What should be removed is not there, with proof. */
const doneBy = (_: Absent): StepState => 'done';

const permissionIn = (values: PlanValues | null): PermissionName | null =>
  (values?.permission ?? null) as PermissionName | null;

/** Compares only what the plan saw. */
function stateOf(now: PlanValues | null, from: PlanValues | null, to: PlanValues | null): StepState {
  const isSame = (planned: PlanValues | null): boolean =>
    planned === null || now === null
      ? planned === now
      : Object.entries(planned).every(([key, value]) => {
          // Slugs change with renames, so IDs decide where the plan has them.
          if (key === 'slug' || (key === 'parent' && value !== null && planned.parentId != null)) return true;
          return fold(key, now[key] ?? null) === fold(key, value);
        });
  return isSame(to) ? 'done' : isSame(from) ? 'as-planned' : 'changed';
}

const fold = (key: string, value: string | null): string | null =>
  key === 'parent' ? (value?.toLowerCase() ?? null) : value;
