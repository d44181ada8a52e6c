import { canBeAdded } from '../domain/invitations/invitation-job.ts';
import { JOB_PACE, JOB_QUOTA_MS, SENDING_BEGINS_MS } from '../domain/limits/invitation-jobs.ts';
import { INVITATION_QUOTA_MS } from '../domain/limits/invitations.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import { type JobStop, jobStopFor } from '../jobs/job-stop.ts';
import type { Runner } from '../jobs/runner.ts';
import type { CodeHost } from '../ports/code-host/code-host.ts';
import type {
  CreatedInvitation,
  InvitationContext,
  InvitationTarget,
  NewInvitation,
} from '../ports/code-host/invitations.ts';
import type { FreshOrganization } from '../ports/code-host/organization-changes.ts';
import type { CreationRefusal, HostResult } from '../ports/code-host/refusals.ts';
import type { AuditEvent } from '../ports/storage/audit-trail.ts';
import type { InvitationJobStore, JobRecord, JobRow, SettledRow } from '../ports/storage/invitation-jobs.ts';
import type { Clock } from '../ports/system.ts';

export interface SendRowDeps {
  readonly codeHost: Pick<
    CodeHost,
    'hasInvitations' | 'findInvitee' | 'organizationNow' | 'createInvitation' | 'addMember' | 'listedInvitations'
  >;
  readonly jobs: InvitationJobStore;
  readonly clock: Clock;
  readonly isStopped: () => boolean;
}

/** Sends a ready row once, or returns why it cannot. */
export type SendRow = (runner: Runner, job: JobRecord, row: JobRow) => Promise<Result<void, JobStop | Moved>>;

/** The login no longer belongs to the organization. */
export interface Moved {
  readonly kind: 'moved';
  /** The stop reason if the organization was not renamed. */
  readonly otherwise: JobStop;
}

/** Marks the row before the request; until it is settled, it may have been sent. */
export function createSendRow({ codeHost, jobs, clock, isStopped }: SendRowDeps): SendRow {
  return async (inviting, job, row) => {
    const invitee = await inviteeOf(inviting, row);
    if (!invitee.ok) {
      if ('outcome' in invitee.refusal) return settle(job, row, 'ready', invitee.refusal);
      return refuse(invitee.refusal);
    }
    const { seen, invitee: named } = invitee.value;
    const startedMs = performance.now();
    if (isStopped()) return ok(undefined);
    const at = clock.now();
    const marked = await jobs.beginSending(
      { jobId: job.id, place: row.place, userId: job.runBy.id, at, intended: intendedOf(inviting, job, row, named) },
      JOB_PACE,
    );
    // After a long pause of this process, another may already check the row.
    if (!marked || performance.now() - startedMs > SENDING_BEGINS_MS) return ok(undefined);
    return conclude(inviting, job, { ...row, sendingAt: at }, await make({ ...inviting, seen }, row, named));
  };

  async function make(
    target: InvitationTarget,
    { login, role, teamIds }: JobRow,
    invitee: NewInvitation['invitee'],
  ): Promise<Result<MadeRow, CreationRefusal>> {
    if (codeHost.hasInvitations(target)) return codeHost.createInvitation(target, { invitee, role, teamIds });
    const member = { login: login ?? '', role: role === 'admin' ? 'admin' : 'member' } as const;
    const added = await codeHost.addMember(target, member);
    return added.ok ? ok({ id: null, openSince: null }) : added;
  }

  async function settle(
    job: JobRecord,
    row: JobRow,
    from: 'ready' | 'sending',
    settled: SettledRow,
  ): Promise<Result<void, JobStop>> {
    await jobs.settle(job.id, row.place, from, settled, clock.now());
    return ok(undefined);
  }

  async function inviteeOf(runner: Runner, row: JobRow): Promise<Result<FoundInvitee, SettledRow | JobStop | Moved>> {
    const { login, email } = row;
    const isInvited = codeHost.hasInvitations(runner);
    if (!isInvited && !canBeAdded(row)) return refuse(outcome('refused', CANNOT_BE_ADDED));
    if (login === null) {
      const seen = checkOrganization(runner, await codeHost.organizationNow(runner));
      return seen.ok ? ok({ invitee: { email: email ?? '' }, seen: seen.value }) : seen;
    }
    const user = await codeHost.findInvitee(runner, login);
    if (user.ok) {
      const { invitee, liveOrganization: membership } = user.value;
      if (invitee === null) return refuse(outcome('not-found'));
      const seen = checkOrganization(runner, membership.ok ? ok(membership.value?.organization ?? null) : membership);
      if (!seen.ok) return seen;
      // Setting a member's membership would change their role.
      if (!isInvited && invitee.isMember) return refuse(outcome('already-member'));
      return ok({ invitee: { id: invitee.id }, seen: seen.value });
    }
    const { refusal } = user;
    // The login exists but its ID could not be resolved.
    if (refusal.kind === 'rejected' && refusal.status === 422) return refuse(outcome('refused', refusal.message));
    return refuse(jobStopFor(refusal, clock.now()));
  }

  /** Checks the login before anything is written. */
  function checkOrganization(
    runner: Runner,
    current: HostResult<FreshOrganization | null>,
  ): Result<FreshOrganization, JobStop | Moved> {
    if (!current.ok) return refuse(jobStopFor(current.refusal, clock.now()));
    if (current.value?.id === runner.organizationId) return ok(current.value);
    return refuse(movedFrom({ kind: 'other-organization' }));
  }

  function movedFrom(refusal: Parameters<typeof jobStopFor>[0]): Moved {
    return { kind: 'moved', otherwise: jobStopFor(refusal, clock.now()) };
  }

  async function conclude(
    inviting: InvitationContext,
    job: JobRecord,
    row: JobRow,
    made: Result<MadeRow, CreationRefusal>,
  ): Promise<Result<void, JobStop | Moved>> {
    const settleAs = (settled: SettledRow) => settle(job, row, 'sending', settled);
    if (made.ok) {
      const { id, openSince } = made.value;
      return settleAs({ ...outcome(openSince === null ? 'sent' : 'already-invited'), invitationId: id });
    }
    const { refusal } = made;
    const words = 'message' in refusal && refusal.message !== '' ? refusal.message : refusal.kind;
    if (refusal.kind === 'rejected' && refusal.status === 422) return settleAs(outcome('refused', refusal.message));
    // A row refused with `not-confirmed` may have arrived, so it stays marked.
    if (!CERTAIN_REFUSALS.has(refusal.kind))
      await jobs.putBack(job.id, { ...row, audit: 'refused', words }, clock.now());
    switch (refusal.kind) {
      case 'already-member':
      case 'already-invited':
        return settleAs(outcome(refusal.kind, refusal.message));
      case 'no-seat':
        return refuse({ reason: 'no-seat', words: refusal.message, until: null });
      case 'over-quota':
        return refuse({ reason: 'over-quota', words: refusal.message, until: await quotaUntil(inviting, job) });
      default: {
        const moved = movedFrom(refusal);
        // The login may have changed meanwhile.
        const isMoved = refusal.kind === 'other-organization' || moved.otherwise.reason === 'rights-lost';
        return refuse(isMoved ? moved : moved.otherwise);
      }
    }
  }

  /** When the oldest invitation of the last 24 hours stops counting. */
  async function quotaUntil(inviting: InvitationContext, { organizationId }: JobRecord): Promise<Date> {
    const now = clock.now().getTime();
    const since = now - INVITATION_QUOTA_MS;
    const { firstAt } = await jobs.sentSince(organizationId, new Date(since));
    const listed = codeHost.hasInvitations(inviting)
      ? await codeHost.listedInvitations({ ...inviting, organizationId })
      : ok([]);
    const sentTimes = (listed.ok ? listed.value : [])
      .filter(({ source, createdAt }) => source === 'member' && createdAt.getTime() > since)
      .map(({ createdAt }) => createdAt.getTime());
    const times = firstAt === null ? sentTimes : [...sentTimes, firstAt.getTime()];
    // The code host reports whole seconds.
    return new Date(times.length === 0 ? now + JOB_QUOTA_MS : Math.min(...times) + INVITATION_QUOTA_MS + 1_000);
  }
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

/** Refusals after which a row stays marked or is settled. */
const CERTAIN_REFUSALS: ReadonlySet<CreationRefusal['kind']> = new Set([
  'not-confirmed',
  'already-member',
  'already-invited',
]);

const outcome = (kind: SettledRow['outcome'], words: string | null = null): SettledRow => ({
  outcome: kind,
  words: words === '' ? null : words,
  invitationId: null,
  audit: kind === 'sent' ? 'done' : 'refused',
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
