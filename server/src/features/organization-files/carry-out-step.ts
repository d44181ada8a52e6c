import type { CodeHost } from '../../code-host/code-host.ts';
import { readRepositoryInvitations } from '../../code-host/people/exact-access.ts';
import { readMembership, readOwnMembership } from '../../code-host/people/memberships.ts';
import { readTeamsOfPerson } from '../../code-host/people/people.ts';
import { readPersonInOrganization, readTeamBySlug, readTeamRole } from '../../code-host/people/people-changes.ts';
import {
  type AccessNow,
  type CustomRole,
  confirmNoTeamAccess,
  createTeam,
  deleteTeam,
  editTeam,
  hasChildTeams,
  type NewTeam,
  readCollaboratorNow,
  readTeamAccessNow,
  readTeamNow,
  removeTeamMember,
  setCollaborator,
  setTeamAccess,
  setTeamMember,
} from '../../code-host/people/team-changes.ts';
import type { HostTeamSettings } from '../../code-host/people/teams.ts';
import type { ChangeTarget } from '../../code-host/people/types.ts';
import { type Absent, absentFor } from '../../code-host/types.ts';
import { foldLogin } from '../../domain/account.ts';
import type { ChangeRefusal, HostRefusal, HostResult, OtherOrganization } from '../../domain/host-refusal.ts';
import { ROW_STATES, type RowState } from '../../domain/job.ts';
import type { PlanStep, PlanValues } from '../../domain/organization-plan.ts';
import type { TeamRole } from '../../domain/people-change.ts';
import type { Runner } from '../../jobs/job-stop.ts';
import type { JobRecord, JobRow, JobStore, SettledRow } from '../../jobs/store/types.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { isAtLeast, type PermissionName, permissionName } from './desired.ts';

/** `done`: what the step would make is the case. `changed`: neither that, nor what the plan saw. */
type StepState = 'as-planned' | 'done' | 'changed';

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
  const found = await readTeamNow(codeHost.as(runner), runner, teamIn(step));
  if (!found.ok) return found;
  if (found.value.kind === 'absent') return ok(kind === 'delete-team' ? doneBy(found.value) : 'changed');
  const { id, name, description, privacy, parentId, parentSlug } = found.value.value;
  if (kind === 'delete-team') {
    const children = await hasChildTeams(codeHost.as(runner), runner, id);
    if (!children.ok) return children;
    return ok(children.value || name !== from?.name ? 'changed' : 'as-planned');
  }
  const parent = { parent: parentSlug, parentId: parentId === null ? null : String(parentId) };
  return ok(stateOf({ name, description: description ?? '', privacy, ...parent }, from, to));
}

/** Members of child teams are not direct members. */
async function readRole(codeHost: CodeHost, runner: Runner, step: PlanStep): Read {
  const { login, id, from, to } = step;
  const person = await readPersonInOrganization(codeHost.as(runner), runner, login ?? '');
  if (!person.ok) return person;
  // Whoever had the login may be in the team under another.
  if (person.value?.id !== id) return ok('changed');
  if (person.value.role === null && to !== null) {
    // Adding anyone else would invite them to the organization.
    const membership = await readMembership(codeHost.as(runner), runner, login ?? '');
    if (!membership.ok) return membership;
    // Who is invited was found, so nothing has to be proved.
    if (membership.value === 'pending' && from === null) return ok('as-planned');
    const outside = await outsideNow(codeHost, runner);
    return outside.ok ? ok('changed') : outside;
  }
  const teams = await readTeamsOfPerson(codeHost.as(runner), runner, login ?? '');
  if (!teams.ok) return teams;
  const { withheld, notIn } = teams.value;
  const listed = teams.value.teams.find((team) => team.id === step.teamId)?.role ?? null;
  // Not every team is known to be in the lists that an App reads.
  const read = listed === null && runner.carriedOutBy === 'app' ? await roleByTeam(codeHost, runner, step) : ok(listed);
  if (!read.ok) return read;
  const role = read.value;
  const isKnown = role !== null || notIn.some((teamId) => teamId === step.teamId);
  if (!isKnown && withheld !== null) return refuse(withheld);
  // Owners are maintainers of every team they are in.
  if (person.value.role === 'admin' && role !== null && to !== null) return ok('done');
  const state = stateOf(role && { role }, from, to);
  if (role !== null || state !== 'done') return ok(state);
  const absent = await outsideNow(codeHost, runner);
  return absent.ok ? ok(doneBy(absent.value)) : absent;
}

const roleByTeam = (codeHost: CodeHost, runner: Runner, step: PlanStep): Promise<HostResult<TeamRole | null>> =>
  readTeamRole(codeHost.as(runner), runner, teamIn(step), step.login ?? '');

/**
 * Proves that a person or a team that was not found is not there. Otherwise the code host may hide it, or another
 * organization may have the login now.
 */
async function outsideNow(
  codeHost: CodeHost,
  runner: Runner,
): Promise<Result<Absent, HostRefusal | OtherOrganization>> {
  const own = await readOwnMembership(codeHost.as(runner), runner.organization);
  if (!own.ok) return own;
  const absent = absentFor(own.value, runner.organizationId);
  if (absent !== null) return ok(absent);
  const isElsewhere = own.value.kind === 'none' || own.value.organization.id !== runner.organizationId;
  return refuse(isElsewhere ? { kind: 'other-organization' } : { kind: 'missing', message: '' });
}

async function readTeamAccess(codeHost: CodeHost, runner: Runner, step: PlanStep): Read {
  const { repository, from, to } = step;
  const found = await readTeamAccessNow(codeHost.as(runner), runner, teamIn(step), repository ?? '');
  if (!found.ok) return found;
  if (found.value !== null) return stateOfAccess(step, found.value, () => accessOfParent(codeHost, runner, step));
  if (from === null && to !== null) return ok('as-planned');
  const absent = await confirmNoTeamAccess(codeHost.as(runner), runner, teamIn(step), repository ?? '');
  if (!absent.ok) return absent;
  return ok(to === null ? doneBy(absent.value) : 'changed');
}

async function readCollaborator(codeHost: CodeHost, runner: Runner, step: PlanStep): Read {
  const { login, repository, from, to, id } = step;
  const person = await readPersonInOrganization(codeHost.as(runner), runner, login ?? '');
  if (!person.ok) return person;
  if (person.value?.id !== id) return ok('changed');
  const found = await readCollaboratorNow(codeHost.as(runner), runner, repository ?? '', login ?? '');
  if (!found.ok) return found;
  if (found.value.kind === 'present') return stateOfAccess(step, found.value.value, () => ok(null));
  if (to === null) return ok(doneBy(found.value));
  if (from !== null) return ok('changed');
  const invitations = await readRepositoryInvitations(codeHost.as(runner), runner, [repository ?? '']);
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
  const found = await readTeamNow(codeHost.as(runner), runner, teamIn(step));
  if (!found.ok) return found;
  const parentId = found.value.kind === 'absent' ? null : found.value.value.parentId;
  return parentId === null ? ok(null) : readTeamAccessNow(codeHost.as(runner), runner, parentId, step.repository ?? '');
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

interface ResolvedStep {
  readonly resolved: PlanStep;
}

const UNMADE: readonly RowState[] = ['refused', 'changed-since', 'not-found', 'failed', 'cancelled'];
const PAGE = 100;

const REFUSED: SettledRow = { outcome: 'refused', message: null, invitationId: null, audit: 'refused' };
export const CHANGED_SINCE: SettledRow = { ...REFUSED, outcome: 'changed-since' };

/** Returns a step with the IDs of teams that earlier steps created, or the outcome if one of these was not made. */
export async function resolveStep(
  codeHost: CodeHost,
  jobs: JobStore,
  runner: Runner,
  row: JobRow,
  job: JobRecord,
): Promise<Result<ResolvedStep | SettledRow, HostRefusal>> {
  const step = stepOf(row);
  const earlier = await earlierRows(jobs, step, job);
  const unmade = earlier.find(({ state }) => UNMADE.includes(state)) ?? (await unmadeTeam(jobs, step, row, job));
  if (unmade !== null) return ok({ ...REFUSED, message: notMade(stepOf(unmade)) });
  const created = earlier.map(stepOf).filter(({ kind }) => kind === 'create-team');
  const idOf = async (slug: string) => {
    const made = created.find(({ team }) => foldLogin(team ?? '') === foldLogin(slug));
    // Steps stored by older versions have slugs only.
    return made === undefined ? idOfSlug(codeHost, runner, slug) : ok(made.teamId);
  };
  const { team, teamId, kind, to } = step;
  const isNamed = team !== null && teamId === null && kind !== 'create-team';
  const found = isNamed ? await idOf(team) : ok(teamId);
  const parent = to?.parent != null && to.parentId == null ? await idOf(to.parent) : null;
  if (!found.ok) return found;
  if (parent?.ok === false) return parent;
  if ((isNamed && found.value === null) || parent?.value === null) return ok(CHANGED_SINCE);
  return ok({
    resolved: {
      ...step,
      teamId: found.value,
      ...(parent !== null && { to: { ...to, parentId: String(parent.value) } }),
    },
  });
}

async function idOfSlug(codeHost: CodeHost, runner: Runner, slug: string): Promise<HostResult<number | null>> {
  const found = await readTeamBySlug(codeHost.as(runner), runner, slug);
  return found.ok ? ok(found.value?.id ?? null) : found;
}

async function earlierRows(jobs: JobStore, { after }: PlanStep, job: JobRecord): Promise<readonly JobRow[]> {
  const rows: JobRow[] = [];
  for (const index of after) rows.push(...(await jobs.rows(job, { after: index, limit: 1, states: ROW_STATES })));
  return rows;
}

/** A team that is deleted may have been meant to live on in one that was not created or renamed. */
async function unmadeTeam(
  jobs: JobStore,
  { kind }: PlanStep,
  { position }: JobRow,
  job: JobRecord,
): Promise<JobRow | null> {
  if (kind !== 'delete-team') return null;
  for (let after = 0; ; ) {
    const rows = await jobs.rows(job, { after, limit: PAGE, states: UNMADE });
    const found = rows.find((each) => each.position < position && givesName(stepOf(each)));
    const last = rows.at(-1);
    if (found !== undefined || last === undefined || last.position > position) return found ?? null;
    after = last.position;
  }
}

const givesName = ({ kind, to }: PlanStep): boolean =>
  kind === 'create-team' || (kind === 'edit-team' && to?.name != null);

export function stepOf({ step, position }: JobRow): PlanStep {
  if (step === null) throw new Error(`row ${position} of a plan has no step`);
  return step;
}

/** The step that this is about is not made either. */
function notMade({ kind, login, team }: PlanStep): string {
  switch (kind) {
    case 'create-team':
      return `Not made, because the team "${team}" could not be created.`;
    case 'delete-team':
      return `Not made, because the team "${team}" could not be deleted.`;
    case 'edit-team':
      return `Not made, because the team "${team}" could not be changed.`;
    case 'invite-person':
      return `Not made, because "${login}" could not be invited.`;
    default:
      return `Not made, because "${login}" could not be added.`;
  }
}

/** The team of a creation, otherwise null. */
type Sent = Result<HostTeamSettings | null, ChangeRefusal>;

/** Sends a step about teams or access once. */
export async function sendStep(codeHost: CodeHost, runner: Runner, step: PlanStep): Promise<Sent> {
  if (step.kind !== 'create-team') {
    const sent = await sendChange(codeHost, { ...runner, seen: null }, step);
    return sent.ok ? ok(null) : sent;
  }
  const { team, to } = step;
  return createTeam(
    codeHost.as(runner),
    { ...runner, seen: null },
    {
      name: to?.name ?? team ?? '',
      description: to?.description ?? '',
      privacy: privacyIn(to?.privacy),
      parentId: parentIn(to),
    },
  );
}

async function sendChange(
  codeHost: CodeHost,
  target: ChangeTarget,
  step: PlanStep,
): Promise<Result<unknown, ChangeRefusal>> {
  const { kind, login, repository, to } = step;
  const grant = { repository: repository ?? '', permission: (to?.permission ?? null) as PermissionName | null };
  switch (kind) {
    case 'edit-team':
      return editTeam(codeHost.as(target), target, teamIn(step), {
        ...(to?.name != null && { name: to.name }),
        ...(to?.description != null && { description: to.description }),
        ...(to?.privacy != null && { privacy: privacyIn(to.privacy) }),
        ...(to !== null && 'parent' in to && { parentId: parentIn(to) }),
      });
    case 'delete-team':
      return deleteTeam(codeHost.as(target), target, teamIn(step));
    case 'set-team-role': {
      const role = to?.role === 'maintainer' ? 'maintainer' : 'member';
      return setTeamMember(codeHost.as(target), target, teamIn(step), { login: login ?? '', role });
    }
    case 'remove-from-team':
      return removeTeamMember(codeHost.as(target), target, teamIn(step), login ?? '');
    case 'set-team-access':
      return setTeamAccess(codeHost.as(target), target, teamIn(step), grant);
    case 'set-collaborator':
      return setCollaborator(codeHost.as(target), target, login ?? '', grant);
    case 'create-team':
    case 'invite-person':
    case 'add-person':
    case 'set-role':
    case 'remove-person':
      throw new Error(`a step of kind ${kind} is not about a team`);
  }
}

function teamIn({ kind, teamId }: PlanStep): number {
  if (teamId === null) throw new Error(`a step of kind ${kind} has no team`);
  return teamId;
}

/** Steps about a parent are resolved before they are sent, so a missing ID means none. */
const parentIn = (to: PlanStep['to']): number | null => (to?.parentId == null ? null : Number(to.parentId));

const privacyIn = (privacy: string | null | undefined): NewTeam['privacy'] =>
  privacy === 'secret' ? 'secret' : 'closed';
