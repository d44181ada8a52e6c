import { INVITE_LIMIT_MS } from '../../domain/limits/invitations.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { Session } from '../../domain/session.ts';
import { type Cut, createCutOff } from '../../installation-cache/cut-off.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { Inviting, SeenInvitation } from '../../ports/code-host/invitations.ts';
import type { HostRefusal } from '../../ports/code-host/refusals.ts';
import type { Log } from '../../ports/system.ts';
import type { LiveRights, RightsRefusal } from '../../sessions/live-rights.ts';
import { createSharedReads } from '../../sessions/shared-reads.ts';

export interface ReadInvitationsDeps {
  readonly codeHost: Pick<CodeHost, 'hasInvitations' | 'listedInvitations'>;
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

/** The invitations of an organization, and as whom they are changed. */
export interface ReadInvitations {
  readonly inviting: Inviting;
  readonly organizationId: number;
  readonly invitations: readonly SeenInvitation[];
}

/** Reads the invitations of organizations for their owners. */
export interface InvitationsReader {
  /**
   * All open and failed ones. Of one session's requests for the same, those that come while it is read share that; when
   * the last of them has `left`, it ends.
   */
  read(session: Session, login: string, left: AbortSignal): Promise<Result<ReadInvitations, ReadRefusal>>;
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

  return {
    async read(session, login, left) {
      const owner = await liveRights(session, login);
      if (!owner.ok) return owner;
      const { session: fresh, organization, organizationId } = owner.value;
      const inviting = { token: fresh.grant.accessToken, organization, inviter: fresh.user.login };
      if (!codeHost.hasInvitations(inviting)) return refuse({ kind: 'no-invitations' });
      const begin = (end: AbortController) => readAll(inviting, fresh.user.id, end);
      const read = await reads.join(keyOf(session, organization), left, begin);
      return read.ok ? ok({ inviting, organizationId, invitations: read.value }) : read;
    },
    outdate: (session, organization) => reads.outdate(keyOf(session, organization)),
  };
}
