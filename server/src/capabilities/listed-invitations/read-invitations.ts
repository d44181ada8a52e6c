import { INVITE_LIMIT_MS } from '../../domain/limits/invitations.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { Session } from '../../domain/session.ts';
import { type Cut, createCutOff } from '../../installation-cache/cut-off.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { Inviting, SeenInvitation } from '../../ports/code-host/invitations.ts';
import type { HostRefusal, OtherOrganization } from '../../ports/code-host/refusals.ts';
import type { Log } from '../../ports/system.ts';
import type { LiveRights, RightsRefusal } from '../../sessions/live-rights.ts';
import { createSharedReads } from '../../sessions/shared-reads.ts';

export interface ReadInvitationsDeps {
  readonly codeHost: Pick<CodeHost, 'hasInvitations' | 'listedInvitations' | 'organizationNow'>;
  readonly liveRights: LiveRights;
  readonly log: Log;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
  /** How long one reading may take. Default: `INVITE_LIMIT_MS`. */
  readonly inviteLimitMs?: number | undefined;
}

/** Why nobody changed the invitations of an organization. */
export type ChangesRefusal = RightsRefusal | { readonly kind: 'no-invitations' };

/** Why nobody saw them. */
export type ReadRefusal = ChangesRefusal | CutShort;

type CutShort = { readonly [Why in Cut]: { readonly kind: Why } }[Cut];

/** As whom, and in which organization, invitations are changed. */
export interface InvitationsOwner {
  readonly session: Session;
  readonly inviting: Inviting;
  readonly organizationId: number;
}

/** The invitations of an organization, and as whom they are changed. */
export interface ReadInvitations extends InvitationsOwner {
  readonly invitations: readonly SeenInvitation[];
}

/** Reads the invitations of organizations for their owners. */
export interface InvitationsReader {
  /**
   * All open and failed ones. Of one session's requests for the same, those that come while it is read share that; when
   * the last of them has `left`, it ends.
   */
  read(session: Session, login: string, left: AbortSignal): Promise<Result<ReadInvitations, ReadRefusal>>;
  /** As whom invitations are changed. */
  ownerOf(session: Session, login: string): Promise<Result<InvitationsOwner, ChangesRefusal>>;
  /** The same for who changes them, read from now on; refused where the login names another organization by now. */
  readOwn(
    owner: InvitationsOwner,
    left: AbortSignal,
  ): Promise<Result<ReadInvitations, ReadRefusal | OtherOrganization>>;
  /** Tells of a change: who asks after it is shown nothing that was read before. */
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

  async function ownerOf(session: Session, login: string): Promise<Result<InvitationsOwner, ChangesRefusal>> {
    const owner = await liveRights(session, login);
    if (!owner.ok) return owner;
    const { session: fresh, organization, organizationId } = owner.value;
    const inviting = { token: fresh.grant.accessToken, organization, inviter: fresh.user.login };
    return codeHost.hasInvitations(inviting)
      ? ok({ session: fresh, inviting, organizationId })
      : refuse({ kind: 'no-invitations' });
  }

  async function readAs(owner: InvitationsOwner, left: AbortSignal): Promise<Result<ReadInvitations, ReadRefusal>> {
    const { session, inviting } = owner;
    const begin = (end: AbortController) => readAll(inviting, session.user.id, end);
    const read = await reads.join(keyOf(session, inviting.organization), left, begin);
    return read.ok ? ok({ ...owner, invitations: read.value }) : read;
  }

  return {
    async read(session, login, left) {
      const owner = await ownerOf(session, login);
      return owner.ok ? readAs(owner.value, left) : owner;
    },
    ownerOf,
    async readOwn(owner, left) {
      const { session, inviting, organizationId } = owner;
      // A reading under way may have begun before the claim that this change is made under.
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
