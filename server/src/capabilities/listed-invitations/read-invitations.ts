import { INVITE_LIMIT_MS } from '@orgdesk/contract/limits';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { Session } from '../../domain/session.ts';
import { type Cut, createCutOff } from '../../installation-cache/cut-off.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { Inviting, SeenInvitation } from '../../ports/code-host/invitations.ts';
import type { HostRefusal, OtherOrganization } from '../../ports/code-host/refusals.ts';
import type { Log } from '../../ports/system.ts';
import type { LiveRights, Owner } from '../../sessions/live-rights.ts';
import { createSharedReads } from '../../sessions/shared-reads.ts';

export interface ReadInvitationsDeps {
  readonly codeHost: Pick<CodeHost, 'hasInvitations' | 'listedInvitations' | 'organizationNow'>;
  readonly liveRights: Pick<LiveRights, 'outdate'>;
  readonly log: Log;
  readonly stopping: AbortSignal;
  /** Limit for one read. Default: `INVITE_LIMIT_MS`. */
  readonly inviteLimitMs?: number | undefined;
}

export type ChangesRefusal = HostRefusal | NoInvitations;

export type ReadRefusal = ChangesRefusal | CutShort;

type NoInvitations = { readonly kind: 'no-invitations' };

type CutShort = { readonly [Why in Cut]: { readonly kind: Why } }[Cut];

export interface InvitationsOwner {
  readonly session: Session;
  readonly inviting: Inviting;
  readonly organizationId: number;
}

export interface ReadInvitations extends InvitationsOwner {
  readonly invitations: readonly SeenInvitation[];
}

export interface InvitationsReader {
  /** Reads open and failed invitations. A session's concurrent requests share a read, aborted when all have `left`. */
  read(owner: Owner, left: AbortSignal): Promise<Result<ReadInvitations, ReadRefusal>>;
  ownerOf(owner: Owner): Result<InvitationsOwner, NoInvitations>;
  /** Reads for a change from now on, and refuses if the login now belongs to another organization. */
  readOwn(
    owner: InvitationsOwner,
    left: AbortSignal,
  ): Promise<Result<ReadInvitations, ReadRefusal | OtherOrganization>>;
  /** Reports a change, so that later callers do not share earlier reads. */
  outdate(session: Session, organization: string): void;
}

export function createInvitationsReader(deps: ReadInvitationsDeps): InvitationsReader {
  const { codeHost, liveRights, log, stopping, inviteLimitMs = INVITE_LIMIT_MS } = deps;
  const reads = createSharedReads<Result<readonly SeenInvitation[], HostRefusal | CutShort>>();
  const keyOf = (session: Session, organization: string) => `${session.key} ${organization}`;

  async function readAll(inviting: Inviting, userId: number, end: AbortController) {
    const cutOff = createCutOff(inviteLimitMs, stopping);
    try {
      const reading = codeHost.listedInvitations(inviting, end.signal);
      const invitations = await Promise.race([reading, cutOff.happened.then((kind) => refuse({ kind }))]);
      if (!invitations.ok && !end.signal.aborted) {
        const { organization } = inviting;
        log.warn({ userId, organization, refusal: invitations.refusal }, 'invitations could not be read');
      }
      return invitations;
    } finally {
      cutOff.lift();
      end.abort();
    }
  }

  function ownerOf({ session, organization, organizationId }: Owner): Result<InvitationsOwner, NoInvitations> {
    const inviting = { token: session.grant.accessToken, organization, inviter: session.user.login };
    return codeHost.hasInvitations(inviting)
      ? ok({ session, inviting, organizationId })
      : refuse({ kind: 'no-invitations' });
  }

  async function readAs(owner: InvitationsOwner, left: AbortSignal): Promise<Result<ReadInvitations, ReadRefusal>> {
    const { session, inviting } = owner;
    const begin = (end: AbortController) => readAll(inviting, session.user.id, end);
    const read = await reads.join(keyOf(session, inviting.organization), left, begin);
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
      reads.outdate(keyOf(session, inviting.organization));
      const read = await readAs(owner, left);
      const current = read.ok ? await codeHost.organizationNow(inviting) : read;
      if (current.ok && current.value?.id === organizationId) return read;
      if (current.ok || current.refusal.kind === 'missing') liveRights.outdate(inviting.organization);
      return current.ok ? refuse({ kind: 'other-organization' }) : current;
    },
    outdate: (session, organization) => reads.outdate(keyOf(session, organization)),
  };
}
