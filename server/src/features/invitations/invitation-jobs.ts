import { readOrganization } from '../../code-host/client.ts';
import type { CodeHost } from '../../code-host/code-host.ts';
import { findInvitee } from '../../code-host/people/find-user.ts';
import { createInvitation, readInvitations } from '../../code-host/people/invitations.ts';
import { addMember, hasInvitations, readMembership } from '../../code-host/people/memberships.ts';
import type {
  CreatedInvitation,
  FreshOrganization,
  InvitationContext,
  InvitationTarget,
  Invitee,
  NewInvitation,
} from '../../code-host/people/types.ts';
import { saysInviter } from '../../code-host/send/refusals.ts';
import { samePerson } from '../../domain/account.ts';
import type { AppStep } from '../../domain/app-work.ts';
import type { AuditEvent } from '../../domain/audit-entry.ts';
import type { CreationRefusal, HostRefusal, HostResult, OtherOrganization } from '../../domain/host-refusal.ts';
import { canBeAdded, type InvitedRole, type RequestedInvitation } from '../../domain/job.ts';
import type { WorkOfKind } from '../../jobs/advance.ts';
import { type JobStop, type Runner, stopAs } from '../../jobs/job-stop.ts';
import { createRowSteps, type PreparedRow, type RowWork } from '../../jobs/row-steps.ts';
import type { StepServices } from '../../jobs/services.ts';
import type { JobRecord, JobRow, SettledRow } from '../../jobs/store/types.ts';
import { INVITATION_FRESH_MS, INVITATION_QUOTA_MS, JOB_QUOTA_MS } from '../../lib/limits/jobs.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';

/** Members are found by login only. If the code host adds people directly, a member was added by this row. */
export async function lookUp(codeHost: CodeHost, inviting: Runner, row: JobRow): ReturnType<RowWork['lookUp']> {
  if (row.login !== null) {
    const membership = await readMembership(codeHost.as(inviting), inviting, row.login);
    if (!membership.ok) return membership;
    if (membership.value === 'active' && hasInvitations(codeHost, inviting))
      return ok({ outcome: 'already-member', message: null, invitationId: null, audit: 'unknown' });
    if (membership.value === null) return ok(null);
    if (!hasInvitations(codeHost, inviting))
      return ok({ outcome: 'sent', message: null, invitationId: null, audit: 'done' });
  }
  const listed = await readInvitations(codeHost.as(inviting), inviting);
  if (!listed.ok) return refuse(listed.refusal);
  const own = listed.value.filter((invitation) => samePerson(row, invitation));
  const sent = own.find(({ createdAt }) => isOfThisTime(row, createdAt));
  if (sent !== undefined) return ok({ outcome: 'sent', message: null, invitationId: sent.id, audit: 'done' });
  const isInvited = row.login !== null || own.some(({ state }) => state === 'open');
  return ok(isInvited ? { outcome: 'already-invited', message: null, invitationId: null, audit: 'unknown' } : null);
}

/** Allows for clock differences between service and code host. */
const isOfThisTime = ({ sendingAt }: JobRow, createdAt: Date): boolean =>
  sendingAt !== null && createdAt.getTime() >= sendingAt.getTime() - INVITATION_FRESH_MS;

export async function prepareRow(
  services: StepServices,
  inviting: Runner,
  row: JobRow,
  job: JobRecord,
): ReturnType<RowWork['prepare']> {
  const { codeHost } = services;
  const found = await inviteeOf(codeHost, inviting, row);
  if (!found.ok) return found;
  if ('outcome' in found.value) return ok(found.value);
  const { seen, invitee } = found.value;
  return ok({
    intended: intendedOf(inviting, job, row, invitee),
    send: async (sender) => {
      const made = await make(codeHost, { ...sender, seen }, row, invitee);
      return (await unprovedRefusal(services, inviting, row, made)) ?? conclude(services, inviting, job, made);
    },
  });
}

async function make(
  codeHost: CodeHost,
  target: InvitationTarget,
  { login, role, teamIds }: JobRow,
  invitee: NewInvitation['invitee'],
): Promise<Result<MadeRow, CreationRefusal>> {
  if (hasInvitations(codeHost, target))
    return createInvitation(codeHost.as(target), target, { invitee, role: invitedRole(role), teamIds });
  const member = { login: login ?? '', role: role === 'admin' ? 'admin' : 'member' } as const;
  const added = await addMember(codeHost.as(target), target, member);
  return added.ok ? ok({ id: null, openSince: null }) : added;
}

async function inviteeOf(
  codeHost: CodeHost,
  runner: Runner,
  row: JobRow,
): Promise<Result<FoundInvitee | SettledRow, HostRefusal | OtherOrganization>> {
  const { login, email } = row;
  const isInvited = hasInvitations(codeHost, runner);
  if (!isInvited && !canBeAdded(invitationIn(row))) return ok(outcome('refused', CANNOT_BE_ADDED));
  if (login === null) {
    const seen = checkOrganization(runner, await readOrganization(codeHost.as(runner), runner.organization));
    return seen.ok ? ok({ invitee: { email: email ?? '' }, seen: seen.value }) : seen;
  }
  const user = await findInvitee(codeHost.as(runner), runner, login);
  if (user.ok) {
    const { invitee, liveOrganization: membership } = user.value;
    if (invitee === null) return ok(outcome('not-found'));
    const seen = checkOrganization(runner, membership.ok ? ok(membership.value?.organization ?? null) : membership);
    if (!seen.ok) return seen;
    const isMember = isInvited ? ok(false) : await isMemberNow(codeHost, runner, invitee);
    if (!isMember.ok) return isMember;
    // Setting a member's membership would change their role.
    if (isMember.value) return ok(outcome('already-member'));
    return ok({ invitee: { id: invitee.id }, seen: seen.value });
  }
  const { refusal } = user;
  // The login exists but its ID could not be resolved.
  return isInvalid(refusal) ? ok(outcome('refused', refusal.message)) : user;
}

/** While nobody knows whether the App may do it at all, a refusal uses up no row. */
async function unprovedRefusal(
  { jobs }: StepServices,
  { installation }: Runner,
  row: JobRow,
  made: Result<MadeRow, CreationRefusal>,
): Promise<Result<never, JobStop> | null> {
  const { trial } = invitationByApp(row);
  if (installation === null || trial === null || made.ok || !isInvalid(made.refusal)) return null;
  const { message } = made.refusal;
  if (saysInviter(message)) return refuse({ ...stopAs('needs-person', message), isOfTrial: true });
  const trials = await jobs.appWork.trials(installation.id);
  const isProved = trials.some((each) => each.trial === trial && each.refusal === null);
  return isProved ? null : refuse(stopAs('needs-person', message));
}

async function conclude(
  services: StepServices,
  inviting: InvitationContext,
  job: JobRecord,
  made: Result<MadeRow, CreationRefusal>,
): ReturnType<PreparedRow['send']> {
  if (made.ok) {
    const { id, openSince } = made.value;
    return ok({ ...outcome(openSince === null ? 'sent' : 'already-invited'), invitationId: id });
  }
  const { refusal } = made;
  if (isInvalid(refusal)) return ok(outcome('refused', refusal.message));
  switch (refusal.kind) {
    case 'already-member':
    case 'already-invited':
      return ok(outcome(refusal.kind, refusal.message));
    case 'no-seat':
      return refuse({ reason: 'no-seat', message: refusal.message, until: null });
    case 'over-quota':
      return refuse({
        reason: 'over-quota',
        message: refusal.message,
        until: await quotaUntil(services, inviting, job),
      });
    default:
      return refuse(refusal);
  }
}

/** When the oldest invitation of the last 24 hours stops counting. */
async function quotaUntil(
  { runtime, codeHost, jobs }: StepServices,
  inviting: InvitationContext,
  { organizationId }: JobRecord,
): Promise<Date> {
  const now = runtime.clock.now().getTime();
  const since = now - INVITATION_QUOTA_MS;
  const { firstAt } = await jobs.store.sentSince(organizationId, new Date(since));
  const listed = hasInvitations(codeHost, inviting)
    ? await readInvitations(codeHost.as(inviting), { ...inviting, organizationId })
    : ok([]);
  const sentTimes = (listed.ok ? listed.value : [])
    .filter(({ source, createdAt }) => source === 'member' && createdAt.getTime() > since)
    .map(({ createdAt }) => createdAt.getTime());
  const times = firstAt === null ? sentTimes : [...sentTimes, firstAt.getTime()];
  // The code host reports whole seconds.
  return new Date(times.length === 0 ? now + JOB_QUOTA_MS : Math.min(...times) + INVITATION_QUOTA_MS + 1_000);
}

/** GraphQL does not show an App the organizations of a person. */
async function isMemberNow(
  codeHost: CodeHost,
  runner: Runner,
  { login, isMember }: Invitee,
): Promise<HostResult<boolean>> {
  if (isMember || runner.carriedOutBy === null) return ok(isMember);
  const membership = await readMembership(codeHost.as(runner), runner, login);
  return membership.ok ? ok(membership.value === 'active') : membership;
}

interface FoundInvitee {
  readonly invitee: NewInvitation['invitee'];
  readonly seen: FreshOrganization;
}

interface MadeRow {
  readonly id: number | null;
  readonly openSince: CreatedInvitation['openSince'];
}

const CANNOT_BE_ADDED =
  'The person who runs the batch cannot send invitations here, and this row cannot be added directly.';

/** Checks the login before anything is written. */
function checkOrganization(
  { organizationId }: Runner,
  current: HostResult<FreshOrganization | null>,
): Result<FreshOrganization, HostRefusal | OtherOrganization> {
  if (!current.ok) return current;
  return current.value?.id === organizationId ? ok(current.value) : refuse({ kind: 'other-organization' });
}

const isInvalid = (refusal: CreationRefusal): refusal is Extract<HostRefusal, { readonly kind: 'rejected' }> =>
  refusal.kind === 'rejected' && refusal.status === 422;

const outcome = (kind: SettledRow['outcome'], message: string | null = null): SettledRow => ({
  outcome: kind,
  message: message === '' ? null : message,
  invitationId: null,
  audit: kind === 'sent' ? 'done' : 'refused',
});

/** Rows of invitations have no other roles. */
const invitedRole = (role: JobRow['role']): InvitedRole => role as InvitedRole;

const invitationIn = ({ login, email, role, teamIds }: JobRow): RequestedInvitation => ({
  login,
  email,
  role: invitedRole(role),
  teamIds,
});

const intendedOf = (
  { organization, organizationId }: Runner,
  job: JobRecord,
  { login, email, role, teamIds }: JobRow,
  invitee: NewInvitation['invitee'],
): AuditEvent => ({
  organization: { id: organizationId, login: organization },
  action: 'invitation.sent',
  way: 'job',
  actor: job.runBy,
  target:
    login === null
      ? { kind: 'email', id: null, name: email ?? '' }
      : { kind: 'person', id: 'id' in invitee ? invitee.id : null, name: login },
  before: {},
  after: { role, teamIds, job: job.id },
  requestId: job.requestId,
  deliveryId: null,
});

export const createInvitationJobs = (services: StepServices): WorkOfKind => ({
  kind: 'invitations',
  failuresMax: null,
  rejectionsMax: 1,
  endsByFailing: false,
  step: createRowSteps(services, {
    lookUp: (runner, row) => lookUp(services.codeHost, runner, row),
    prepare: (runner, row, job) => prepareRow(services, runner, row, job),
    byApp: invitationByApp,
    trailOf,
    messages: {
      notArrived: 'The invitation was not found on the code host.',
      noAnswer: 'Not sent: the code host repeatedly returned no usable response.',
      notConfirmed: "Couldn't confirm whether this was sent: the code host was unavailable.",
    },
  }),
});

/** GitHub docs: Create an organization invitation. */
export const invitationByApp = ({ login, role }: JobRow): AppStep => ({
  change: 'change-members',
  repository: null,
  trial: login === null ? 'invite-by-email' : role === 'direct_member' ? null : 'invite-as-owner',
});

/** An invitation by email that was accepted at once cannot be found. */
const trailOf = ({ login }: JobRow) => (login === null ? 'unknown' : 'refused');
