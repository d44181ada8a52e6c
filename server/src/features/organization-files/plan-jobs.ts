import type { Audit } from '../../audit/services.ts';
import type { CodeHost } from '../../code-host/code-host.ts';
import { readTeamsOfPerson } from '../../code-host/people/people.ts';
import { readTeamRole } from '../../code-host/people/people-changes.ts';
import { readTeamNamed, removeTeamMember } from '../../code-host/people/team-changes.ts';
import type { HostTeamSettings } from '../../code-host/people/teams.ts';
import { sameLogin } from '../../domain/account.ts';
import type { AppStep } from '../../domain/app-work.ts';
import type { AuditEvent } from '../../domain/audit-entry.ts';
import {
  type ChangeRefusal,
  type HostRefusal,
  hostMessage,
  type OtherOrganization,
} from '../../domain/host-refusal.ts';
import { isJoining, type PlanStep } from '../../domain/organization-plan.ts';
import { loosenedRules, NO_OWNER_RULES } from '../../domain/owner-rules.ts';
import { endsOwnership, type PeopleChange } from '../../domain/people-change.ts';
import type { Runtime } from '../../domain/runtime.ts';
import type { WorkOfKind } from '../../jobs/advance.ts';
import { type Runner, stopAs } from '../../jobs/job-stop.ts';
import { createRowSteps, type PreparedRow, type RowWork, type StepRefusal } from '../../jobs/row-steps.ts';
import { isOfStepAlone } from '../../jobs/runner.ts';
import type { Jobs } from '../../jobs/services.ts';
import type { JobRecord, JobRow, SettledRow } from '../../jobs/store/types.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { isPathSegment } from '../../lib/texts.ts';
import type { Sessions } from '../../sessions/services.ts';
import { invitationByApp, lookUp, prepareRow } from '../invitations/invitation-jobs.ts';
import type { OwnerRulesStore } from '../owner-rules/store.ts';
import { createPeopleWork } from '../people-changes/people-changes.ts';
import { CHANGED_SINCE, readStep, resolveStep, sendStep, stepOf } from './carry-out-step.ts';
import { readRules, STRICTER_RULES } from './plan-seal.ts';
import type { AppliedFileStore } from './store.ts';

interface PlanJobServices {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
  readonly sessions: Sessions;
  readonly audit: Audit;
  readonly jobs: Jobs;
  readonly appliedFiles: AppliedFileStore;
  readonly ownerRules: OwnerRulesStore;
}

/** Applies plans. A step runs only if what it changes still is as the plan saw it. */
export function createPlanJobs(services: PlanJobServices): WorkOfKind {
  const { codeHost } = services;
  const people = createPeopleWork(services);
  const invitations: StepWork = {
    prepare: (runner, row, job) => prepareRow(services, runner, row, job),
    lookUp: (runner, row) => lookUp(codeHost, runner, row),
  };
  const teams: StepWork = {
    prepare: (runner, row, job) => prepareTeamStep(services, runner, row, job),
    lookUp: (runner, row, job) => lookUpTeamStep(services, runner, row, job),
  };

  const workOn = (row: JobRow): StepWork => {
    const { kind } = stepOf(row);
    if (isJoining(kind)) return invitations;
    return kind === 'set-role' || kind === 'remove-person' ? people : teams;
  };
  const work: RowWork = {
    async prepare(runner, row, job) {
      const prepared = await workOn(row).prepare(runner, row, jobFor(row, job));
      if (!prepared.ok || 'outcome' in prepared.value) return prepared;
      const { intended, send } = prepared.value;
      // Somebody else may have the login now.
      if (intended.target?.id !== row.userId && row.userId !== null) return ok(CHANGED_SINCE);
      if (takesOwnership(row) && (await areStricter(services, job))) return ok(STRICTER);
      return ok({
        intended: { ...intended, after: { ...intended.after, plan: hashIn(job) } },
        send: isJoining(stepOf(row).kind) ? async (sender) => refusedAlone(codeHost, runner, await send(sender)) : send,
      });
    },
    lookUp: (runner, row, job) => workOn(row).lookUp(runner, row, jobFor(row, job)),
    byApp: stepByApp,
    trailOf: () => 'refused',
    messages: people.messages,
  };
  return {
    kind: 'organization-file',
    failuresMax: null,
    rejectionsMax: 1,
    endsByFailing: false,
    step: createRowSteps(services, work),
  };
}

/**
 * Without `set-collaborator`: reports disagree on whether an App sees all collaborators of a repository. GitHub docs: Add or
 * update team repository permissions.
 */
function stepByApp(row: JobRow): AppStep | null {
  const { kind, repository } = stepOf(row);
  if (isJoining(kind)) return invitationByApp(row);
  if (kind === 'set-collaborator') return null;
  const isAccess = kind === 'set-team-access';
  return {
    change: isAccess ? 'change-team-access' : 'change-members',
    repository: isAccess ? repository : null,
    trial: null,
  };
}

type StepWork = Pick<RowWork, 'prepare' | 'lookUp'>;

/** The job may have waited, and the rules that its plan was confirmed against may hold no longer. */
async function areStricter(
  { appliedFiles, ownerRules }: PlanJobServices,
  { organizationId, plan }: JobRecord,
): Promise<boolean> {
  const judgedBy = plan !== null && 'hash' in plan ? plan.ownerRules : undefined;
  const { rules } = await readRules(appliedFiles, ownerRules, organizationId);
  return loosenedRules(rules, judgedBy ?? NO_OWNER_RULES).length > 0;
}

const STRICTER: SettledRow = { outcome: 'refused', message: STRICTER_RULES, invitationId: null, audit: 'refused' };

/** In a batch of invitations, the first refusal stops all. In a plan, others go on while the person is an owner. */
async function refusedAlone(
  codeHost: CodeHost,
  runner: Runner,
  sent: Awaited<ReturnType<PreparedRow['send']>>,
): ReturnType<PreparedRow['send']> {
  if (sent.ok || !('kind' in sent.refusal)) return sent;
  if (sent.refusal.kind !== 'rejected' && sent.refusal.kind !== 'missing') return sent;
  const isOfStep = await isOfStepAlone(codeHost, runner, sent.refusal);
  if (!isOfStep.ok || !isOfStep.value) return sent;
  return ok({ outcome: 'refused', message: hostMessage(sent.refusal), invitationId: null, audit: 'refused' });
}

/** Each step about a person's role is a change of its own. Whoever made the plan confirmed changes of themselves. */
function jobFor(row: JobRow, job: JobRecord): JobRecord {
  const change = changeOf(row);
  if (change === null) return job;
  const ownersMin = job.plan !== null && 'hash' in job.plan ? job.plan.ownersMin : undefined;
  const includesOneself = job.runBy.id === job.startedBy.id;
  return { ...job, plan: { change, teamId: null, includesOneself, ...(ownersMin !== undefined && { ownersMin }) } };
}

function takesOwnership(row: JobRow): boolean {
  const change = changeOf(row);
  return change !== null && endsOwnership(change) && row.role === 'admin';
}

function changeOf(row: JobRow): PeopleChange | null {
  const { kind, to } = stepOf(row);
  if (kind === 'remove-person') return { kind: 'remove' };
  if (kind !== 'set-role') return null;
  if (to?.role === 'outside_collaborator') return { kind: 'convert' };
  return { kind: 'role', role: to?.role === 'admin' ? 'admin' : 'member' };
}

/** Prepares a step about teams or access. What it changes is read before it is sent. */
async function prepareTeamStep(
  services: PlanJobServices,
  runner: Runner,
  row: JobRow,
  job: JobRecord,
): ReturnType<RowWork['prepare']> {
  const { codeHost, jobs } = services;
  const wrong = wrongNameIn(stepOf(row));
  if (wrong !== undefined) return ok(settled('refused', 'refused', notAName(wrong)));
  const found = await resolveStep(codeHost, jobs.store, runner, row, job);
  if (!found.ok) return found;
  if ('outcome' in found.value) return ok(found.value);
  const { resolved: step } = found.value;
  // The code host refuses a name that another team has.
  const state = step.kind === 'create-team' ? ok('as-planned' as const) : await readStep(codeHost, runner, step);
  if (!state.ok) return endedBy(codeHost, runner, state.refusal);
  if (state.value !== 'as-planned') return ok(settled(state.value === 'done' ? 'nothing-to-do' : 'changed-since'));
  return ok({
    intended: eventOf(runner, step, job),
    async send(sender) {
      const sent = await sendStep(codeHost, sender, step);
      if (sent.ok) {
        if (sent.value === null) return ok(settled('changed', 'done'));
        // A team that the App creates has no maintainer.
        if (sender.carriedOutBy === 'app') return ok(createdAs(step, sent.value));
        const left = await leaveNewTeam(services, runner, runner.inviter, sent.value, job);
        // The look-up that follows finds the team, and takes the caller out.
        return left.ok
          ? ok(createdAs(step, sent.value))
          : refuse({ kind: 'not-confirmed', message: hostMessage(left.refusal) ?? '' });
      }
      const { refusal } = sent;
      if (refusal.kind !== 'missing' && refusal.kind !== 'rejected') return sent;
      // Only if this one step is refused, the others go on.
      return (await outcomeOfRefused(codeHost, runner, step, refusal)) ?? sent;
    },
  });
}

async function lookUpTeamStep(
  services: PlanJobServices,
  runner: Runner,
  row: JobRow,
  job: JobRecord,
): ReturnType<RowWork['lookUp']> {
  const { codeHost, jobs } = services;
  const wrong = wrongNameIn(stepOf(row));
  if (wrong !== undefined) return ok(settled('failed', 'unknown', notAName(wrong)));
  const found = await resolveStep(codeHost, jobs.store, runner, row, job);
  if (!found.ok) return found;
  if ('outcome' in found.value) return ok({ ...found.value, audit: 'unknown' });
  const { resolved: step } = found.value;
  if (step.kind === 'create-team') return lookUpCreated(services, runner, step, job);
  const state = await readStep(codeHost, runner, step);
  if (!state.ok) return endedBy(codeHost, runner, state.refusal, 'unknown');
  if (state.value === 'as-planned') return ok(null);
  return ok(state.value === 'done' ? settled('changed', 'done') : settled('changed-since', 'unknown'));
}

/** What will not change by itself ends the step, so that others go on. */
async function endedBy(
  codeHost: CodeHost,
  runner: Runner,
  refusal: HostRefusal | OtherOrganization,
  audit: SettledRow['audit'] = 'refused',
): Promise<Result<SettledRow, StepRefusal>> {
  if (refusal.kind !== 'rejected') return refuse(refusal);
  const isOfStep = await isOfStepAlone(codeHost, runner, refusal);
  if (!isOfStep.ok) return isOfStep;
  return isOfStep.value ? ok(settled('refused', audit, hostMessage(refusal))) : refuse(refusal);
}

/** Returns null if it is not known whether others can go on. */
async function outcomeOfRefused(codeHost: CodeHost, runner: Runner, step: PlanStep, refusal: HostRefusal) {
  const isOfStep = await isOfStepAlone(codeHost, runner, refusal);
  if (!isOfStep.ok || !isOfStep.value) return null;
  const message = hostMessage(refusal);
  const refused = (why: string | null) => ok(settled('refused', 'refused', why));
  if (step.kind !== 'create-team') {
    const again = await readStep(codeHost, runner, step);
    if (!again.ok) return again.refusal.kind === 'rejected' ? refused(hostMessage(again.refusal)) : null;
    return again.value === 'done' ? ok(settled('changed', 'done')) : refused(message);
  }
  const found = await readTeamNamed(codeHost.as(runner), runner, nameIn(step));
  if (!found.ok) return null;
  // Whoever made a team of this name since may have put people into it, whom later steps must not give access.
  return found.value.kind === 'absent' ? refused(message) : ok(settled('changed-since'));
}

/** It may have been created without its creator being removed, by an owner who ran the job before. */
async function lookUpCreated(
  services: PlanJobServices,
  runner: Runner,
  step: PlanStep,
  job: JobRecord,
): ReturnType<RowWork['lookUp']> {
  const { codeHost } = services;
  const found = await readTeamNamed(codeHost.as(runner), runner, nameIn(step));
  if (!found.ok) return found;
  if (found.value.kind === 'absent') return ok(null);
  const team = found.value.value;
  if (team.name !== nameIn(step)) return ok(settled('changed-since', 'unknown'));
  for (const login of new Set([runner.inviter, job.startedBy.login])) {
    const teams = await readTeamsOfPerson(codeHost.as(runner), runner, login);
    if (!teams.ok) return teams;
    const { withheld } = teams.value;
    if (runner.carriedOutBy === 'app') {
      const role = await readTeamRole(codeHost.as(runner), runner, team.id, login);
      if (!role.ok) return role;
      // Created before the session ended. Taking them out is a change of its own.
      if (role.value !== null || teams.value.teams.some(({ id }) => id === team.id))
        return refuse(stopAs('needs-person'));
    }
    if (!teams.value.teams.some(({ id }) => id === team.id)) {
      if (withheld !== null) return refuse(withheld);
      continue;
    }
    const left = await leaveNewTeam(services, runner, login, team, job);
    if (left.ok) continue;
    const { refusal } = left;
    if (refusal.kind === 'not-confirmed') return refuse({ kind: 'unreachable', message: refusal.message });
    if (refusal.kind !== 'missing' && refusal.kind !== 'rejected') return refuse(refusal);
    return ok({
      ...createdAs(step, team),
      message: `The team was created, but "${login}" could not be taken out of it.`,
    });
  }
  return ok(createdAs(step, team));
}

/** The code host makes whoever creates a team its maintainer. A later step adds whoever the files list. */
async function leaveNewTeam(
  { codeHost, audit }: PlanJobServices,
  runner: Runner,
  login: string,
  { id, slug }: CreatedTeam,
  job: JobRecord,
): Promise<Result<unknown, ChangeRefusal>> {
  const event: AuditEvent = {
    organization: { id: runner.organizationId, login: runner.organization },
    action: 'team.member_removed',
    way: 'job',
    actor: job.runBy,
    target: { kind: 'person', id: personIn(job, login), name: login },
    before: { team: slug, role: 'maintainer' },
    after: { team: slug, job: job.id, plan: hashIn(job) },
    requestId: job.requestId,
    deliveryId: null,
  };
  const left = await audit.audited([event], async (settle) => {
    const removed = await removeTeamMember(codeHost.as(runner), { ...runner, seen: null }, id, login);
    if (removed.ok) settle(0, { outcome: 'done' });
    else if (removed.refusal.kind !== 'not-confirmed')
      settle(0, { outcome: 'refused', message: hostMessage(removed.refusal) });
    return removed;
  });
  if (left.ok) return left.value;
  throw left.refusal.thrown;
}

const personIn = ({ runBy, startedBy }: JobRecord, login: string): number | null =>
  [runBy, startedBy].find((person) => sameLogin(person.login, login))?.id ?? null;

/** Finds a name that no call can contain. A plan of an earlier version may have one. */
function wrongNameIn({ login, team, teamId, repository, to }: PlanStep): string | undefined {
  const parent = to?.parentId == null ? (to?.parent ?? null) : null;
  const names = [login, teamId === null ? team : null, repository, parent];
  return names.find((name) => name !== null && !isPathSegment(name)) ?? undefined;
}

const notAName = (name: string): string => `"${name}" is not a valid name.`;

const settled = (
  outcome: SettledRow['outcome'],
  audit: SettledRow['audit'] = 'refused',
  message: string | null = null,
): SettledRow => ({ outcome, message, invitationId: null, audit });

type CreatedTeam = Pick<HostTeamSettings, 'id' | 'slug'>;

/** Keeps what the code host answered for later steps. The key stays, because they name it. */
const withTeam = (step: PlanStep, { id, slug }: CreatedTeam): PlanStep => ({
  ...step,
  id,
  teamId: id,
  to: { ...step.to, slug },
});

const createdAs = (step: PlanStep, team: CreatedTeam): SettledRow => ({
  ...settled('changed', 'done'),
  step: withTeam(step, team),
});

const nameIn = ({ to, team }: PlanStep): string => to?.name ?? team ?? '';

const hashIn = ({ plan }: Pick<JobRecord, 'plan'>): string | null =>
  plan !== null && 'hash' in plan ? plan.hash : null;

function eventOf({ organizationId, organization }: Runner, step: PlanStep, job: JobRecord): AuditEvent {
  const { login, team, repository, id, from, to } = step;
  const isPerson = login !== null;
  const within = { ...(isPerson && team !== null && { team }), ...(repository !== null && { repository }) };
  return {
    organization: { id: organizationId, login: organization },
    action: actionOf(step),
    way: 'job',
    actor: job.runBy,
    target: { kind: isPerson ? 'person' : 'team', id, name: login ?? team ?? '' },
    before: { ...within, ...from },
    after: { ...within, ...to, job: job.id, plan: hashIn(job) },
    requestId: job.requestId,
    deliveryId: null,
  };
}

function actionOf({ kind, from, to }: PlanStep): AuditEvent['action'] {
  switch (kind) {
    case 'create-team':
      return 'team.created';
    case 'edit-team':
      return 'team.edited';
    case 'delete-team':
      return 'team.deleted';
    case 'set-team-role':
      return 'team.member_added';
    case 'remove-from-team':
      return 'team.member_removed';
    case 'set-team-access':
      return to === null ? 'team.repository_removed' : 'team.repository_added';
    default:
      if (to === null) return 'repository.collaborator_removed';
      return from === null ? 'repository.collaborator_added' : 'repository.collaborator_changed';
  }
}
