import { INVITATION_QUOTA_MS, JOB_PACE, JOB_QUOTA_MS, SENDING_BEGINS_MS } from '../domain/limits.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import type { CodeHost, CreationRefusal, Inviting, MadeInvitation, NewInvitation } from '../ports/code-host.ts';
import type { InvitationJobStore, JobRecord, JobRow, Settled } from '../ports/invitation-jobs.ts';
import type { Clock } from '../ports/system.ts';
import { type Hindrance, hindranceOf } from './hindrance.ts';

export interface SendRowDeps {
  readonly codeHost: Pick<CodeHost, 'findUser' | 'createInvitation' | 'listedInvitations'>;
  readonly jobs: InvitationJobStore;
  readonly clock: Clock;
}

/** Sends a row that is ready, once; or tells what keeps the job from sending. */
export type SendRow = (inviting: Inviting, job: JobRecord, row: JobRow) => Promise<Result<void, Hindrance>>;

/**
 * The row is marked in the database before the call, and what is known of it after. In between it counts as one that may
 * have been sent.
 */
export function createSendRow({ codeHost, jobs, clock }: SendRowDeps): SendRow {
  return async (inviting, job, row) => {
    const invitee = await inviteeOf(inviting, row);
    if (!invitee.ok) {
      if ('outcome' in invitee.refusal) return settle(job, row, 'ready', invitee.refusal);
      return invitee as Result<never, Hindrance>;
    }
    const began = performance.now();
    const marked = await jobs.beginSending(
      { jobId: job.id, place: row.place, userId: job.runBy.id, at: clock.now() },
      JOB_PACE,
    );
    // A process that was stopped in between may not send what another one looks up by now.
    if (!marked || performance.now() - began > SENDING_BEGINS_MS) return ok(undefined);
    const made = await codeHost.createInvitation(inviting, {
      invitee: invitee.value,
      role: row.role,
      teamIds: row.teamIds,
    });
    return conclude(inviting, job, row, made);
  };

  async function settle(
    job: JobRecord,
    row: JobRow,
    from: 'ready' | 'sending',
    settled: Settled,
  ): Promise<Result<void, Hindrance>> {
    await jobs.settle(job.id, row.place, from, settled, clock.now());
    return ok(undefined);
  }

  async function inviteeOf(
    inviting: Inviting,
    { login, email }: JobRow,
  ): Promise<Result<NewInvitation['invitee'], Settled | Hindrance>> {
    if (login === null) return ok({ email: email ?? '' });
    const user = await codeHost.findUser(inviting, login);
    if (user.ok) return user.value === null ? refuse(outcome('not-found')) : ok({ id: user.value.id });
    const { refusal } = user;
    // It knows the name, but not by which number.
    if (refusal.kind === 'rejected' && refusal.status === 422) return refuse(outcome('refused', refusal.message));
    return refuse(hindranceOf(refusal, clock.now()));
  }

  async function conclude(
    inviting: Inviting,
    job: JobRecord,
    row: JobRow,
    made: Result<MadeInvitation, CreationRefusal>,
  ): Promise<Result<void, Hindrance>> {
    const settleAs = (settled: Settled) => settle(job, row, 'sending', settled);
    if (made.ok) {
      const { id, openSince } = made.value;
      return settleAs({ ...outcome(openSince === null ? 'sent' : 'already-invited'), invitationId: id });
    }
    const { refusal } = made;
    if (refusal.kind === 'rejected' && refusal.status === 422) return settleAs(outcome('refused', refusal.message));
    // After any other refusal nothing arrived; after this one it may have: the row stays as it is, to be looked up.
    if (!KNOWN.has(refusal.kind)) await jobs.putBack(job.id, row.place);
    switch (refusal.kind) {
      case 'already-member':
      case 'already-invited':
        return settleAs(outcome(refusal.kind, refusal.message));
      case 'no-seat':
        return refuse({ reason: 'no-seat', words: refusal.message, until: null });
      case 'over-quota':
        return refuse({ reason: 'over-quota', words: refusal.message, until: await quotaUntil(inviting, job) });
      default:
        return refuse(hindranceOf(refusal, clock.now()));
    }
  }

  /** When the oldest invitation of the last day no longer counts, of those that were sent from here or are listed. */
  async function quotaUntil(inviting: Inviting, { organizationId }: JobRecord): Promise<Date> {
    const now = clock.now().getTime();
    const since = now - INVITATION_QUOTA_MS;
    const { firstAt } = await jobs.sentSince(organizationId, new Date(since));
    const listed = await codeHost.listedInvitations(inviting);
    const seen = (listed.ok ? listed.value : [])
      .filter(({ source, createdAt }) => source === 'member' && createdAt.getTime() > since)
      .map(({ createdAt }) => createdAt.getTime());
    const times = firstAt === null ? seen : [...seen, firstAt.getTime()];
    // The code host tells whole seconds.
    return new Date(times.length === 0 ? now + JOB_QUOTA_MS : Math.min(...times) + INVITATION_QUOTA_MS + 1_000);
  }
}

/** What leaves a row marked as being sent, or settles it. */
const KNOWN: ReadonlySet<CreationRefusal['kind']> = new Set(['not-confirmed', 'already-member', 'already-invited']);

const outcome = (kind: Settled['outcome'], words: string | null = null): Settled => ({
  outcome: kind,
  words: words === '' ? null : words,
  invitationId: null,
});
