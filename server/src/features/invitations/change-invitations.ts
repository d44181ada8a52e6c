import type { NoTrail, SettledChange } from '../../audit/audited.ts';
import type { HostInvitation } from '../../code-host/people/types.ts';
import type { AuditEvent, AuditOrigin } from '../../domain/audit-entry.ts';
import type { OtherOrganization } from '../../domain/host-refusal.ts';
import { createConcurrencyLimit } from '../../lib/concurrency.ts';
import { INVITE_CONCURRENCY } from '../../lib/limits/jobs.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { SessionKey } from '../../lib/secrets.ts';
import { createDeadline, type Deadline, type LimitedProgress, workUntilLimit } from '../../lib/work-on-list.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import { type InvitationsLimit, type ListedRefusal, limitOf, refusalView } from './listed-messages.ts';
import type { InvitationsReader, InvitationsRefusal, ReadInvitations, ReadRefusal } from './read-invitations.ts';
import { countSends, type InvitationServices } from './services.ts';

/** `newId` identifies the replacement. */
export type InvitationChange = Result<{ readonly newId: number | null }, ListedRefusal>;

export interface InvitationChangeResult {
  readonly id: number;
  readonly change: InvitationChange;
}

export interface ChangeContext
  extends Omit<ReadInvitations, 'session'>,
    LimitedProgress<ListedRefusal, InvitationsLimit> {
  /** In the order sent. */
  readonly chosen: readonly HostInvitation[];
  /** Whether the organization's invitations, read after this one was not found, lack it. */
  isGone(id: number): Promise<boolean>;
}

export type ChangeInvitation = (invitation: HostInvitation, context: ChangeContext) => Promise<InvitationChange>;

export interface Choice {
  readonly requester: AuditOrigin;
  readonly ids: readonly number[];
  readonly action: 'invitation.cancelled' | 'invitation.sent_again';
}

/**
 * Changes invitations with the owner's token, five at a time per session, without retries. Skips those that another
 * request is changing. A limit or the deadline ends the rest.
 */
export function createChangeInvitations(
  { runtime, sessions, audit, jobs, limits }: InvitationServices,
  reader: InvitationsReader,
) {
  const { log } = runtime;
  // A session's requests queue together.
  const limitPerSession = createConcurrencyLimit<SessionKey>({ each: INVITE_CONCURRENCY });

  return async (
    by: Owner,
    choice: Choice,
    changeInvitation: ChangeInvitation,
  ): Promise<Result<readonly InvitationChangeResult[], InvitationsRefusal | OtherOrganization | NoTrail>> => {
    const owner = reader.ownerOf(by);
    if (!owner.ok) return owner;
    const deadline = createDeadline(limits.inviteMs, limits.stopping);
    const leaving = new AbortController();
    const stopped = deadline.passed.then((kind) => refuse({ kind }));
    try {
      const nameOf = (id: number) => `invitation ${owner.value.organizationId} ${id}`;
      return await audit.claimed(choice.ids.map(nameOf), async (isClaimed) => {
        const read: Result<ReadInvitations, ReadRefusal | OtherOrganization> = await Promise.race([
          reader.readOwn(owner.value, leaving.signal),
          stopped,
        ]);
        if (!read.ok) return notRead(choice, read.refusal);
        return changeListed(choice, read.value, {
          deadline,
          changeInvitation,
          isClaimed: (id) => isClaimed(nameOf(id)),
          leaving: leaving.signal,
        });
      });
    } finally {
      leaving.abort();
      deadline.clear();
    }
  };

  /** Only listed and claimed invitations are changed and recorded. */
  function changeListed(
    choice: Choice,
    read: ReadInvitations,
    how: Pick<ChangeOptions, 'deadline' | 'changeInvitation' | 'isClaimed' | 'leaving'>,
  ) {
    const listed = new Map(read.invitations.map((invitation) => [invitation.id, invitation]));
    const chosen = choice.ids
      .filter(how.isClaimed)
      .map((id) => listed.get(id))
      .filter((invitation) => invitation !== undefined);
    const indexes = new Map(chosen.map(({ id }, index) => [id, index]));
    return audit.audited(
      chosen.map((invitation) => changing(choice, read, invitation)),
      (settle) => {
        const settleOf = ({ id, change }: InvitationChangeResult) =>
          settle(indexes.get(id) ?? -1, auditOutcome(change));
        return changeAll(choice, read, { ...how, listed, chosen, settle: settleOf });
      },
    );
  }

  async function changeAll(
    { ids, action }: Choice,
    { session, inviting, organizationId, invitations }: ReadInvitations,
    { deadline, changeInvitation, isClaimed, listed, chosen, settle, leaving }: ChangeOptions,
  ): Promise<readonly InvitationChangeResult[]> {
    const isGone = createIsGone(() => reader.readOwn({ session, inviting, organizationId }, leaving));
    const fields = { userId: session.user.id, organization: inviting.organization };
    log.info({ ...fields, chosen: ids.length }, 'changing invitations');
    void deadline.passed.then((cut) => log.warn({ ...fields, cut }, 'invitation changes were interrupted'));

    const calls = chosen.length * CALLS_EACH;
    const counted =
      action === 'invitation.sent_again'
        ? countSends(runtime, jobs.store, { userId: session.user.id, organizationId, calls }, chosen.length)
        : null;

    const changes = await workUntilLimit<number, InvitationChangeResult, ListedRefusal, InvitationsLimit>(ids, {
      limited: (work) => limitPerSession(session.key, work),
      deadline: deadline,
      limitOf,
      work: async (id, progress) => {
        const invitation = listed.get(id);
        if (!isClaimed(id)) return { id, change: refuse({ kind: 'claimed' }) };
        if (invitation === undefined) return { id, change: refuse({ kind: 'gone' }) };
        const change = await changeInvitation(invitation, {
          inviting,
          organizationId,
          invitations,
          chosen,
          isGone,
          ...progress,
        });
        if (!change.ok) progress.report(change.refusal);
        settle({ id, change });
        return { id, change };
      },
      notTried: (id, after) => ({ id, change: refuse({ kind: 'not-tried', after }) }),
    }).finally(() => reader.outdate({ session, inviting, organizationId }));
    for (const change of changes) settle(change);
    if (changes.some(({ change }) => !change.ok && change.refusal.kind === 'other-organization'))
      sessions.rights.invalidate(inviting.organization);
    const changed = changes.filter(({ change }) => change.ok).length;
    counted?.(changed);
    log.info({ ...fields, changed, failed: changes.length - changed }, 'invitations were changed');
    return changes;
  }
}

/** If the deadline passed before the list was read, nothing was tried. */
function notRead(
  { ids }: Choice,
  refusal: ReadRefusal | OtherOrganization,
): Result<readonly InvitationChangeResult[], InvitationsRefusal | OtherOrganization> {
  const isCut = refusal.kind === 'out-of-time' || refusal.kind === 'shutting-down';
  return isCut ? ok(ids.map((id) => ({ id, change: refuse(NOT_TRIED) }))) : refuse(refusal);
}

/** An invitation that blocks the new one costs a second request. */
const CALLS_EACH = 2;

const NOT_TRIED: ListedRefusal = { kind: 'not-tried', after: null };

interface ChangeOptions {
  readonly deadline: Deadline;
  readonly changeInvitation: ChangeInvitation;
  readonly isClaimed: (id: number) => boolean;
  readonly listed: ReadonlyMap<number, HostInvitation>;
  readonly chosen: readonly HostInvitation[];
  readonly settle: (changed: InvitationChangeResult) => void;
  /** Aborted when nobody waits for the answer. */
  readonly leaving: AbortSignal;
}

/** Reads again only where the last list that was read has the invitation, and not after a read that failed. */
function createIsGone(
  readAgain: () => Promise<Result<Pick<ReadInvitations, 'invitations'>, unknown>>,
): ChangeContext['isGone'] {
  let last: ReadonlySet<number> | 'unread' | null = null;
  return async (id) => {
    if (last === null || (last !== 'unread' && last.has(id))) {
      const read = await readAgain();
      last = read.ok ? new Set(read.value.invitations.map((invitation) => invitation.id)) : 'unread';
    }
    return last !== 'unread' && !last.has(id);
  };
}

const changing = (
  { requester, action }: Choice,
  { inviting, organizationId }: ReadInvitations,
  { id, login, email, role, state }: HostInvitation,
): AuditEvent => ({
  ...requester,
  organization: { id: organizationId, login: inviting.organization },
  action,
  target: login === null ? { kind: 'email', id: null, name: email ?? '' } : { kind: 'person', id: null, name: login },
  before: { invitationId: id, role, state },
  after: {},
  deliveryId: null,
});

function auditOutcome(change: InvitationChange): SettledChange {
  if (change.ok) {
    const { newId } = change.value;
    return { outcome: 'done', after: newId === null ? undefined : { invitationId: newId } };
  }
  const { refusal } = change;
  const { outcome, error } = refusalView(refusal);
  const message = error ?? MESSAGES[outcome] ?? null;
  if (refusal.kind === 'former-gone')
    return { outcome: refusal.removed ? 'refused' : 'unknown', message, after: { formerRemoved: refusal.removed } };
  return { outcome: outcome === 'not-confirmed' ? 'unknown' : 'refused', message };
}

const MESSAGES: Readonly<Record<string, string>> = {
  gone: 'The invitation no longer existed.',
  'already-invited': 'The person already has an open invitation.',
  'not-tried': 'Nothing was sent.',
  'not-confirmed': 'The code host returned no usable response.',
};
