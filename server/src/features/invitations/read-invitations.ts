import { readOrganization } from '../../code-host/client.ts';
import { readInvitations } from '../../code-host/people/invitations.ts';
import { hasInvitations } from '../../code-host/people/memberships.ts';
import type { HostInvitation, InvitationsRequest } from '../../code-host/people/types.ts';
import type { HostRefusal, OtherOrganization } from '../../domain/host-refusal.ts';
import type { Session } from '../../domain/session.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { createSharedReads } from '../../lib/shared-reads.ts';
import { createDeadline, type StopReason } from '../../lib/work-on-list.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import type { InvitationServices } from './services.ts';

export type InvitationsRefusal = HostRefusal | NoInvitations;

export type ReadRefusal = InvitationsRefusal | CutShort;

type NoInvitations = { readonly kind: 'no-invitations' };

type CutShort = { readonly [Why in StopReason]: { readonly kind: Why } }[StopReason];

interface InvitationsOwner {
  readonly session: Session;
  readonly inviting: InvitationsRequest;
  readonly organizationId: number;
}

export interface ReadInvitations extends InvitationsOwner {
  readonly invitations: readonly HostInvitation[];
}

export interface InvitationsReader {
  /** Reads open and failed invitations. Concurrent requests of a session share a read, aborted when all have `left`. */
  read(owner: Owner, left: AbortSignal): Promise<Result<ReadInvitations, ReadRefusal>>;
  ownerOf(owner: Owner): Result<InvitationsOwner, NoInvitations>;
  /** Refuses if the login now belongs to another organization. */
  readOwn(
    owner: InvitationsOwner,
    left: AbortSignal,
  ): Promise<Result<ReadInvitations, ReadRefusal | OtherOrganization>>;
  /** Reports a change, so that later callers do not share earlier reads. */
  outdate(owner: InvitationsOwner): void;
}

export function createInvitationsReader({
  runtime,
  codeHost,
  sessions,
  limits,
}: InvitationServices): InvitationsReader {
  const reads = createSharedReads<Result<readonly HostInvitation[], HostRefusal | CutShort>>();
  const keyOf = (session: Session, { organization, organizationId }: InvitationsRequest) =>
    `${session.key} ${organizationId} ${organization}`;

  async function readAll(inviting: InvitationsRequest, userId: number, end: AbortController) {
    const deadline = createDeadline(limits.inviteMs, limits.stopping);
    try {
      const reading = readInvitations(codeHost.as(inviting), inviting, end.signal);
      const invitations = await Promise.race([reading, deadline.passed.then((kind) => refuse({ kind }))]);
      if (!invitations.ok && !end.signal.aborted) {
        const { organization } = inviting;
        runtime.log.warn({ userId, organization, refusal: invitations.refusal }, 'could not read invitations');
      }
      return invitations;
    } finally {
      deadline.clear();
      end.abort();
    }
  }

  function ownerOf({ session, organization, organizationId }: Owner): Result<InvitationsOwner, NoInvitations> {
    const inviting = {
      token: session.grant.accessToken,
      organization,
      organizationId,
      inviter: session.user.login,
    };
    return hasInvitations(codeHost, inviting)
      ? ok({ session, inviting, organizationId })
      : refuse({ kind: 'no-invitations' });
  }

  async function readAs(owner: InvitationsOwner, left: AbortSignal): Promise<Result<ReadInvitations, ReadRefusal>> {
    const { session, inviting } = owner;
    const begin = (end: AbortController) => readAll(inviting, session.user.id, end);
    const read = await reads.join(keyOf(session, inviting), left, begin);
    return read.ok ? ok({ ...owner, invitations: read.value }) : read;
  }

  return {
    async read(owner, left) {
      const inviter = ownerOf(owner);
      return inviter.ok ? readAs(inviter.value, left) : inviter;
    },
    ownerOf,
    async readOwn(owner, left) {
      const { session, inviting, organizationId } = owner;
      // A shared read in progress may have started before this change was claimed.
      reads.invalidate(keyOf(session, inviting));
      const read = await readAs(owner, left);
      if (!read.ok && read.refusal.kind !== 'missing') return read;
      const current = await readOrganization(codeHost.as(inviting), inviting.organization);
      if (current.ok && current.value?.id === organizationId) return read;
      if (current.ok || current.refusal.kind === 'missing') sessions.rights.invalidate(inviting.organization);
      if (!read.ok && current.ok && current.value === null) return read;
      return current.ok ? refuse({ kind: 'other-organization' }) : current;
    },
    outdate: ({ session, inviting }) => reads.invalidate(keyOf(session, inviting)),
  };
}
