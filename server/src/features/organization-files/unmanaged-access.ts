import type { PlanStep } from '@orgdesk/contract';
import { ORGANIZATION_PLAN_STEPS_MAX } from '@orgdesk/contract/limits';
import type { UnlocatedProblem } from '@orgdesk/organization-files/check-files';
import type { Stopped } from '@orgdesk/organization-files/thread/thread';
import type { CodeHost } from '../../code-host/code-host.ts';
import {
  type RepositoryInvitation,
  readCustomRolesOfTeams,
  readRepositoryInvitations,
} from '../../code-host/people/exact-access.ts';
import { readTeamsWithRoles, type TeamWithRole } from '../../code-host/people/organization-roles.ts';
import { REPOSITORY_PERMISSIONS } from '../../code-host/people/reached-repositories.ts';
import type { HostAccount, OrganizationRequest } from '../../code-host/people/types.ts';
import { foldLogin } from '../../domain/account.ts';
import type { HostResult } from '../../domain/host-refusal.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { foldRepository } from '../../lib/texts.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import { accessKey } from './compare.ts';
import {
  type DesiredOrganization,
  type DesiredTeam,
  type FileLocation,
  isAtLeast,
  type PermissionName,
  permissionName,
  shownHints,
} from './desired.ts';
import { type FindNamesRefusal, requestOf } from './find-names.ts';
import { type FileRequest, inWorker, type TooManyFiles } from './in-worker.ts';
import { isLessAccess } from './inherited-access.ts';
import { matchTeams } from './match-teams.ts';
import { needsAdministration } from './plan-steps.ts';
import type { CurrentOrganization } from './read-organization.ts';
import type { Repositories } from './repository-names.ts';

interface AccessFacts {
  readonly desired: DesiredOrganization;
  readonly current: CurrentOrganization;
  readonly repositories: Repositories;
  readonly accounts: ReadonlyMap<string, HostAccount>;
}

interface ManagedPlan {
  /** All that the files want. */
  readonly planned: readonly PlanStep[];
  readonly steps: readonly PlanStep[];
  /** Why others were left out. */
  readonly hints: readonly UnlocatedProblem[];
  /** What the App needs to change access and to read invitations, and does not have. */
  readonly lacked: string | null;
}

type PlanRefusal = FindNamesRefusal | Stopped | TooManyFiles;

/**
 * Leaves out changes of access that the code host would refuse, or that would leave the same difference behind, and
 * plans again without them, because child teams then inherit something else. Exact roles, invitations and roles of the
 * organization are read only where a step depends on them; if one cannot be read, the result is refused.
 */
export async function planManaged(
  codeHost: CodeHost,
  owner: Owner,
  request: FileRequest,
  facts: AccessFacts,
): Promise<Result<ManagedPlan, PlanRefusal>> {
  const { desired, current } = facts;
  const at = requestOf(owner, request.end);
  const locationOf = locationsIn(desired, current);
  const readRoles = createReadRoles(codeHost, at);
  const unmanaged = new Set<string>();
  for (;;) {
    const made = await makePlan(request, facts, unmanaged);
    if (!made.ok) return made;
    const planned = made.value;
    const hints = new Map<string, UnlocatedProblem>();
    const hint = (step: PlanStep, message: string) => {
      if (!hints.has(message)) hints.set(message, { ...locationOf(step), message, nearest: null });
    };
    const managed = await leaveOut(readRoles, planned, facts, hint);
    if (!managed.ok) return managed;
    const isLeft = new Set(managed.value);
    const before = unmanaged.size;
    for (const step of planned)
      if (step.kind === 'set-team-access' && step.teamId !== null && !isLeft.has(step))
        unmanaged.add(accessKey(step.teamId, step.repository ?? ''));
    if (unmanaged.size > before) continue;
    const lacked = planned.some(needsAdministration) ? await lackedPermission(codeHost, at.organization) : ok(null);
    if (!lacked.ok) return lacked;
    const steps = lacked.value === null ? await leaveOutInvited(codeHost, at, managed.value, facts, hint) : managed;
    if (!steps.ok) return steps;
    return ok({ planned, steps: steps.value, hints: shownHints([...hints.values()]), lacked: lacked.value });
  }
}

/** Plans in a worker, for the person of the request, with access that stays as it is. */
async function makePlan(
  request: FileRequest,
  { desired, current, accounts }: AccessFacts,
  unmanaged: ReadonlySet<string>,
): Promise<Result<readonly PlanStep[], PlanRefusal>> {
  const task = { desired, current, accounts, viewerId: request.person, unmanaged };
  const steps = await inWorker(request, 'steps', task);
  if (!steps.ok) return steps;
  return steps.value === null ? refuse({ kind: 'too-many-steps' }) : ok(steps.value);
}

type Hint = (step: PlanStep, message: string) => void;

async function leaveOut(
  readRoles: ReturnType<typeof createReadRoles>,
  planned: readonly PlanStep[],
  facts: AccessFacts,
  hint: Hint,
): Promise<Result<readonly PlanStep[], FindNamesRefusal>> {
  const { current } = facts;
  const without = (steps: readonly PlanStep[], reasonOf: (step: PlanStep) => string | null) =>
    steps.filter((step) => {
      const reason = needsAdministration(step) ? reasonOf(step) : null;
      if (reason !== null) hint(step, reason);
      return reason === null;
    });

  let steps = without(planned, reasonWithin(facts, planned));
  if (steps.length > ORGANIZATION_PLAN_STEPS_MAX) return refuse({ kind: 'too-many-steps' });
  const customRoles = await readCustomRoles(readRoles.ofTeams, steps, current);
  if (!customRoles.ok) return customRoles;
  steps = without(steps, (step) => {
    const role = customRoles.value(step);
    return role === undefined ? null : `Team "${step.team}" ${hasCustomRole(role, step.repository)}`;
  });
  const lessened = steps.find((step) => step.kind === 'set-team-access' && isLessAccess(step));
  const roles = lessened === undefined ? ok([]) : await readRoles.ofOrganization();
  if (!roles.ok && roles.refusal.kind !== 'rejected' && roles.refusal.kind !== 'missing') return roles;
  if (roles.ok) steps = without(steps, reasonByRoles(roles.value, current));
  else if (lessened !== undefined) hint(lessened, ROLES_UNREAD);
  return ok(steps);
}

/** Leaves out what an open invitation grants already. */
async function leaveOutInvited(
  codeHost: CodeHost,
  at: OrganizationRequest,
  steps: readonly PlanStep[],
  { desired, current }: AccessFacts,
  hint: Hint,
): Promise<HostResult<readonly PlanStep[]>> {
  const invitations = await readInvitations(codeHost, at, steps, current);
  if (!invitations.ok) return invitations;
  const left = steps.filter((step) => {
    if (step.kind === 'set-collaborator' && step.from === null && invitations.value.get(step.repository ?? '') === null)
      hint(step, `Open invitations to "${step.repository}" could not be checked.`);
    const invited = invitationFor(step, invitations.value);
    const permission = step.to?.permission as PermissionName | undefined;
    if (invited === null || permission === undefined) return true;
    const isEnough = !desired.exact.has('outsideCollaborators') && isAtLeast(invited, permission);
    if (invited === permission || isEnough) return false;
    const { login, repository } = step;
    hint(step, `"${login}" is invited to "${repository}" with "${invited}". The open invitation is changed.`);
    return true;
  });
  return ok(left);
}

async function lackedPermission(codeHost: CodeHost, organization: string): Promise<HostResult<string | null>> {
  const installation = await codeHost.installationOn(organization);
  if (!installation.ok) return installation;
  return ok(installation.value?.permissions.get('administration') === 'write' ? null : 'administration: write');
}

const hasCustomRole = (role: string, repository: string | null): string =>
  `has the custom role "${role}" in "${repository}": not managed here.`;

const ROLES_UNREAD =
  'Organization roles could not be checked: access that a team has by such a role cannot be removed here.';

/** What is known without reading more. */
function reasonWithin({ current, repositories, accounts }: AccessFacts, planned: readonly PlanStep[]) {
  const leaving = new Set(
    planned
      .filter(({ kind, to }) => kind === 'remove-person' || to?.role === 'outside_collaborator')
      .map(({ login }) => foldLogin(login ?? '')),
  );
  const members = new Set(current.people.map(({ login }) => foldLogin(login)));
  const grants = new Map(
    current.outside.flatMap(({ login, repositories: granted }) =>
      granted.map(({ name, customRole }) => [`${foldLogin(login)}\n${foldRepository(name)}`, customRole] as const),
    ),
  );
  return ({ login, repository }: PlanStep): string | null => {
    const name = foldRepository(repository ?? '');
    const found = repositories.get(name);
    if (found?.isArchived === true) return `Repository "${found.name}" is archived: access to it is not managed here.`;
    if (login === null) return null;
    const key = foldLogin(login);
    if ((members.has(key) || accounts.get(key)?.isMember === true) && !leaving.has(key))
      return `"${login}" is a member of the organization: access of members is not managed here.`;
    const role = grants.get(`${key}\n${name}`) ?? null;
    return role === null ? null : `"${login}" ${hasCustomRole(role, repository)}`;
  };
}

/** Reads each only once. */
function createReadRoles(codeHost: CodeHost, at: OrganizationRequest) {
  const customRoles = new Map<number, ReadonlyMap<string, string>>();
  let ofOrganization: ReturnType<typeof readTeamsWithRoles> | undefined;
  return {
    async ofTeams(ids: ReadonlySet<number>): Promise<HostResult<typeof customRoles>> {
      const unknown = [...ids].filter((id) => !customRoles.has(id));
      const read = await readCustomRolesOfTeams(codeHost.as(at), at, unknown);
      if (!read.ok) return read;
      for (const [id, roles] of read.value) customRoles.set(id, roles);
      return ok(customRoles);
    },
    ofOrganization() {
      ofOrganization ??= readTeamsWithRoles(codeHost.as(at), at);
      return ofOrganization;
    },
  };
}

/** Lists of teams have the base of a custom role only. Returns the name of the role that a step would replace. */
async function readCustomRoles(
  read: ReturnType<typeof createReadRoles>['ofTeams'],
  steps: readonly PlanStep[],
  { teams }: CurrentOrganization,
): Promise<HostResult<(step: PlanStep) => string | undefined>> {
  const lineOf = linesOf(teams);
  const granted = new Map(
    teams.flatMap(({ id, repositories }) =>
      repositories.map(({ name, permission }) => [accessKey(id, name), permissionName(permission)] as const),
    ),
  );
  // A role that only a parent has does not hinder a grant to the team itself, and is shown where it is higher.
  const showsOwn = ({ kind, teamId, repository }: PlanStep): boolean => {
    if (kind !== 'set-team-access') return false;
    const [own, ...above] = lineOf(teamId ?? 0).map((id) => granted.get(accessKey(id, repository ?? '')));
    return own !== undefined && above.every((each) => isAtLeast(own, each ?? 'none'));
  };
  const ids = new Set(steps.filter(showsOwn).map(({ teamId }) => teamId ?? 0));
  const roles = await read(ids);
  if (!roles.ok) return roles;
  return ok((step) =>
    showsOwn(step) ? roles.value.get(step.teamId ?? 0)?.get(foldRepository(step.repository ?? '')) : undefined,
  );
}

/** Returns each team with all above it, the nearest first. */
function linesOf(teams: CurrentOrganization['teams']) {
  const parents = new Map(teams.map(({ id, parentId }) => [id, parentId]));
  return (teamId: number): readonly number[] => {
    const line = new Set<number>();
    for (let id: number | null = teamId; id !== null && !line.has(id); id = parents.get(id) ?? null) line.add(id);
    return [...line];
  };
}

function reasonByRoles(roles: readonly TeamWithRole[], { teams }: CurrentOrganization) {
  const lineOf = linesOf(teams);
  const levelOf = ({ permission }: TeamWithRole): number => REPOSITORY_PERMISSIONS.indexOf(permission);
  const highestFirst = roles.toSorted((a, b) => levelOf(a) - levelOf(b));
  const roleOf = (teamId: number): TeamWithRole | undefined => {
    const line = lineOf(teamId);
    return highestFirst.find((role) => line.includes(role.teamId));
  };
  return (step: PlanStep): string | null => {
    const { team, teamId, from } = step;
    const found = teamId === null || !isLessAccess(step) ? undefined : roleOf(teamId);
    // Higher access than the role gives is the team's own.
    if (found === undefined || !isAtLeast(permissionName(found.permission), from?.permission as PermissionName))
      return null;
    return `Team "${team}" has access to all repositories by the organization role "${found.role}": not managed here.`;
  };
}

type Invitations = ReadonlyMap<string, readonly RepositoryInvitation[] | null>;

async function readInvitations(
  codeHost: CodeHost,
  at: OrganizationRequest,
  steps: readonly PlanStep[],
  current: CurrentOrganization,
): Promise<HostResult<Invitations>> {
  if (current.joinStep !== 'invite-person') return ok(new Map());
  const names = steps.flatMap(({ kind, repository, from }) =>
    kind === 'set-collaborator' && from === null ? [repository ?? ''] : [],
  );
  return readRepositoryInvitations(codeHost.as(at), at, [...new Set(names)]);
}

function invitationFor({ kind, repository, id, from }: PlanStep, invitations: Invitations): PermissionName | null {
  if (kind !== 'set-collaborator' || from !== null) return null;
  const found = invitations.get(repository ?? '')?.find(({ invitee }) => invitee.id === id);
  return found === undefined ? null : permissionName(found.permission);
}

/** Where the files say what a step would do: at the repository if they name it. */
function locationsIn(desired: DesiredOrganization, { teams }: CurrentOrganization) {
  const byId = new Map<number, DesiredTeam>();
  for (const { desired: team, current } of matchTeams(desired.teams, teams).byKey.values())
    if (current !== null) byId.set(current.id, team);
  const namesOf = new Map<object, ReadonlyMap<string, string>>();
  return ({ login, team, teamId, repository }: PlanStep): FileLocation => {
    const person = desired.outside.get(foldLogin(login ?? ''));
    const entry = teamId === null ? desired.teams.get(foldLogin(team ?? '')) : byId.get(teamId);
    const { location, repositories = {} } = (login === null ? entry : person) ?? NOWHERE;
    const names =
      namesOf.get(repositories) ?? new Map(Object.keys(repositories).map((name) => [foldRepository(name), name]));
    namesOf.set(repositories, names);
    const named = names.get(foldRepository(repository ?? ''));
    const within = login === null ? ['repositories'] : [];
    return named === undefined ? location : { file: location.file, path: [...location.path, ...within, named] };
  };
}

const NOWHERE = { location: { file: '', path: [] }, repositories: {} };
