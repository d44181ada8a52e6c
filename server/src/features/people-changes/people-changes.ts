import type { CodeHost } from '../../code-host/code-host.ts';
import {
  type CreatedMembershipState,
  convertMember,
  readOwners,
  removeMember,
  removeOutsideCollaborator,
  setRole,
} from '../../code-host/people/people-changes.ts';
import { readTeamNow, removeTeamMember, setTeamMember } from '../../code-host/people/team-changes.ts';
import type { ChangeTarget, FreshOrganization } from '../../code-host/people/types.ts';
import { UNEXPECTED } from '../../code-host/send/refusals.ts';
import type { AuditEvent } from '../../domain/audit-entry.ts';
import { type ChangeRefusal, type HostResult, hostMessage } from '../../domain/host-refusal.ts';
import { endsOwnership, isDone, type PeopleChange, type PersonState, sameState } from '../../domain/people-change.ts';
import type { WorkOfKind } from '../../jobs/advance.ts';
import { type JobStop, type Runner, stopAs } from '../../jobs/job-stop.ts';
import { createRowSteps, type RowWork, type StepRefusal } from '../../jobs/row-steps.ts';
import { isOfStepAlone } from '../../jobs/runner.ts';
import type { JobServices } from '../../jobs/services.ts';
import type { JobRecord, JobRow, PeoplePlan, SettledRow } from '../../jobs/store/types.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { createReadPerson } from './read-person.ts';

export function createPeopleChanges(services: JobServices): WorkOfKind {
  return {
    kind: 'people-change',
    failuresMax: null,
    rejectionsMax: 1,
    endsByFailing: false,
    step: createRowSteps(services, createPeopleWork(services)),
  };
}

/** Each person is read before the change, which is recorded before it is sent. */
export function createPeopleWork({ codeHost, sessions }: JobServices): RowWork {
  const readPerson = createReadPerson(codeHost);
  return {
    lookUp,
    prepare,
    byApp: () => ({ change: 'change-members', repository: null, trial: null }),
    trailOf: () => 'refused',
    messages: {
      notArrived: 'The change was not found on the code host.',
      noAnswer: 'Not changed: the code host repeatedly returned no usable response.',
      notConfirmed: "Couldn't confirm whether this was changed: the code host was unavailable.",
    },
  };

  async function prepare(runner: Runner, row: JobRow, job: JobRecord): ReturnType<RowWork['prepare']> {
    const plan = planOf(job);
    const planned = plannedIn(plan, row);
    const judged = await judge(runner, planned, plan, job);
    if (!judged.ok) return judged;
    if ('outcome' in judged.value) return ok(judged.value);
    const { seen } = judged.value;
    const event = peopleChangeEvent(
      { way: 'job', actor: job.runBy, requestId: job.requestId },
      { id: runner.organizationId, login: runner.organization },
      planned,
    );
    return ok({
      intended: { ...event, after: { ...event.after, job: job.id } },
      async send(sender) {
        const made = await makeChange(codeHost, { ...sender, seen }, planned);
        // A refusal may mean that the runner is no longer an owner.
        if (!made.ok || !('team' in plan.change)) sessions.rights.invalidate(runner.organization);
        if (made.ok) return ok(outcomeOf(made.value));
        const { refusal } = made;
        if (refusal.kind !== 'missing' && refusal.kind !== 'rejected') return made;
        const isOfStep = await isOfStepAlone(codeHost, runner, refusal);
        if (!isOfStep.ok || !isOfStep.value) return made;
        // The code host rejects completed changes and removals of the last owner with text only.
        const again = await judge(runner, planned, plan, job);
        return again.ok ? ok('outcome' in again.value ? again.value : refused(hostMessage(refusal) ?? '')) : made;
      },
    });
  }

  /** Returns the outcome if nothing is to be sent, else the organization as just read. */
  async function judge(
    runner: Runner,
    { change, teamId, person }: PlannedChange,
    { includesOneself = false, ownersMin = 1 }: PeoplePlan,
    job: JobRecord,
  ): Promise<Result<SettledRow | { readonly seen: FreshOrganization | null }, StepRefusal>> {
    const hasTeam = async (): Promise<HostResult<boolean>> => {
      if (teamId === null) return ok(true);
      const team = await readTeamNow(codeHost.as(runner), runner, teamId);
      return team.ok ? ok(team.value.kind === 'present') : team;
    };
    const before = await hasTeam();
    if (!before.ok) return before;
    if (!before.value) return ok(CHANGED_SINCE);
    const found = await readPerson(runner, teamId, person.login);
    if (!found.ok) return found;
    const current = found.value;
    if (current === null) return ok(CHANGED_SINCE);
    const { freshOrganization: seen } = current;
    if (seen !== null && seen.id !== runner.organizationId) return refuse({ kind: 'other-organization' });
    if (current.id !== person.id) return ok(CHANGED_SINCE);
    // An App on selected repositories may not see all outside collaborators.
    const isHidden =
      current.role === null && runner.installation !== null && runner.installation.repositorySelection !== 'all';
    if (isHidden) return refuse(stopAs('needs-person'));
    if (isDone(change, current)) {
      // Nobody is in a team that is not found.
      const after = change.kind === 'remove-from-team' ? await hasTeam() : ok(true);
      return after.ok ? ok(after.value ? NOTHING_TO_DO : CHANGED_SINCE) : after;
    }
    if (!sameState(current, person)) return ok(CHANGED_SINCE);
    if ((change.kind === 'remove' || change.kind === 'convert') && current.isIndirect) return ok(refused(INDIRECT));
    // Whoever took the job over may be in it.
    if (person.id === job.runBy.id && !includesOneself) return ok(refused("You can't change your own role."));
    if (endsOwnership(change) && person.role === 'admin') {
      const owners = await readOwners(codeHost.as(runner), runner);
      if (!owners.ok) return owners;
      // It was read as an owner just now.
      if (!owners.value.some(({ id }) => id === person.id)) return refuse(UNEXPECTED);
      if (owners.value.every(({ id }) => id === person.id)) return ok(refused(LAST_OWNER));
      if (owners.value.filter(({ id }) => id !== person.id).length < ownersMin) return ok(refused(TOO_FEW_OWNERS));
      if (!owners.value.some(({ id }) => id === job.runBy.id)) return refuse(NOT_AN_OWNER);
    }
    return ok({ seen });
  }

  async function lookUp(runner: Runner, row: JobRow, job: JobRecord): ReturnType<RowWork['lookUp']> {
    const plan = planOf(job);
    const judged = await judge(runner, plannedIn(plan, row), plan, job);
    if (!judged.ok) return judged;
    if (!('outcome' in judged.value)) return ok(null);
    // Sent before, so what is the case now was most likely made by it.
    return ok(judged.value === NOTHING_TO_DO ? outcomeOf('done') : { ...judged.value, audit: 'unknown' });
  }
}

const NOT_AN_OWNER: JobStop = stopAs('rights-lost');
const LAST_OWNER = 'An organization needs at least one owner.';
const TOO_FEW_OWNERS = 'There are fewer owners now, so too few would be left. Plan the files again.';

const INDIRECT = 'An enterprise team makes them a member, so they would stay. Remove them from the enterprise team.';

const settled = (outcome: SettledRow['outcome'], audit: SettledRow['audit'], message: string | null): SettledRow => ({
  outcome,
  message,
  invitationId: null,
  audit,
});

const CHANGED_SINCE = settled('changed-since', 'refused', null);
const NOTHING_TO_DO = settled('nothing-to-do', 'refused', null);
const refused = (message: string): SettledRow => settled('refused', 'refused', message === '' ? null : message);

function outcomeOf(made: MadeChange): SettledRow {
  switch (made) {
    case 'done':
      return settled('changed', 'done', null);
    case 'under-way':
      return settled('under-way', 'unknown', 'The code host completes this later.');
    case 'invited':
      return refused('They had left the organization, so the code host sent an invitation instead.');
  }
}

function planOf({ plan, id }: JobRecord): PeoplePlan {
  if (plan === null || !('change' in plan)) throw new Error(`job ${id} has no plan`);
  return plan;
}

const plannedIn = ({ change, teamId }: PeoplePlan, row: JobRow): PlannedChange => ({
  change,
  teamId,
  person: personIn(row),
});

/** Rows of people have no other roles, and always a login and an ID. */
const personIn = ({ login, userId, role, teamRole }: JobRow): PlannedChange['person'] => ({
  id: userId ?? 0,
  login: login ?? '',
  role: role === 'direct_member' || role === 'billing_manager' ? null : role,
  teamRole,
});

/** A change of one person, as they were when it was previewed. */
interface PlannedChange {
  readonly change: PeopleChange;
  /** Null unless the change is about a team. */
  readonly teamId: number | null;
  readonly person: PersonState & { readonly id: number; readonly login: string };
}

/** `invited`: they had left, so the code host sent an invitation instead. */
type MadeChange = 'done' | 'under-way' | 'invited';

/** Sends a change once. */
async function makeChange(
  codeHost: CodeHost,
  at: ChangeTarget,
  { change, teamId, person: { login, role } }: PlannedChange,
): Promise<Result<MadeChange, ChangeRefusal>> {
  switch (change.kind) {
    case 'role':
      return asMember(await setRole(codeHost.as(at), at, login, change.role));
    case 'remove':
      return done(
        role === 'outside_collaborator'
          ? await removeOutsideCollaborator(codeHost.as(at), at, login)
          : await removeMember(codeHost.as(at), at, login),
      );
    case 'convert':
      return convertMember(codeHost.as(at), at, login);
    case 'add-to-team':
      return asMember(await setTeamMember(codeHost.as(at), at, teamIn(teamId), { login, role: change.role }));
    case 'remove-from-team':
      return done(await removeTeamMember(codeHost.as(at), at, teamIn(teamId), login));
  }
}

function teamIn(teamId: number | null): number {
  if (teamId === null) throw new Error('a change of a team has none');
  return teamId;
}

const done = (made: Result<void, ChangeRefusal>): Result<MadeChange, ChangeRefusal> => (made.ok ? ok('done') : made);

const asMember = (made: Result<CreatedMembershipState, ChangeRefusal>): Result<MadeChange, ChangeRefusal> =>
  made.ok ? ok(made.value === 'active' ? 'done' : 'invited') : made;

const peopleChangeEvent = (
  origin: Pick<AuditEvent, 'way' | 'actor' | 'requestId'>,
  organization: AuditEvent['organization'],
  { change, person: { id, login, role, teamRole } }: Omit<PlannedChange, 'teamId'>,
): AuditEvent => ({
  ...origin,
  organization,
  action: ACTIONS[change.kind],
  target: { kind: 'person', id, name: login },
  before: 'team' in change ? { team: change.team, role: teamRole } : { role },
  after: afterOf(change),
  deliveryId: null,
});

const ACTIONS = {
  role: 'member.role_changed',
  remove: 'member.removed',
  convert: 'member.converted',
  'add-to-team': 'team.member_added',
  'remove-from-team': 'team.member_removed',
} as const satisfies Readonly<Record<PeopleChange['kind'], string>>;

function afterOf(change: PeopleChange): AuditEvent['after'] {
  switch (change.kind) {
    case 'role':
      return { role: change.role };
    case 'remove':
      return { role: null };
    case 'convert':
      return { role: 'outside_collaborator' };
    case 'add-to-team':
      return { team: change.team, role: change.role };
    case 'remove-from-team':
      return { team: change.team, role: null };
  }
}
