import type { Audited, AuditOutcome, Settle } from '../../audit-trail/audited.ts';
import type { Organization } from '../../domain/account.ts';
import { parseInvitees } from '../../domain/invitations/invitees.ts';
import { INVITE_CONCURRENCY, INVITE_LIMIT_MS } from '../../domain/limits/invitations.ts';
import { type Result, refuse } from '../../domain/result.ts';
import { membershipIn, type Session, type SessionKey } from '../../domain/session.ts';
import { createLanes } from '../../installation-cache/bounded-looks.ts';
import { type CutOff, createCutOff } from '../../installation-cache/cut-off.ts';
import { inTurns } from '../../installation-cache/turns.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { Inviting } from '../../ports/code-host/invitations.ts';
import type { Asked, AuditEvent } from '../../ports/storage/audit-trail.ts';
import type { CountSends } from '../../ports/storage/invitation-jobs.ts';
import type { Log } from '../../ports/system.ts';
import type { FreshSession } from '../../sessions/fresh-session.ts';
import { type InviteRefusal, type LoginRefusal, tellFailure } from './messages.ts';

export interface InviteMembersDeps {
  readonly codeHost: Pick<CodeHost, 'findUser' | 'invite'>;
  readonly freshSession: FreshSession;
  readonly audited: Audited;
  readonly countSends: CountSends;
  readonly log: Log;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
  /** After this time nothing more is sent. Default: `INVITE_LIMIT_MS`. */
  readonly inviteLimitMs?: number | undefined;
}

type Outcome = Result<void, LoginRefusal>;

/** What is asked for, and by whom. */
export interface InviteRequest {
  readonly session: Session;
  readonly asked: Asked;
  /** Of the organization. */
  readonly login: string;
  readonly userLogins: unknown;
}

/** What became of one login. */
export interface Attempt {
  readonly login: string;
  readonly outcome: Outcome;
}

/**
 * Invites people into an organization with the user's own token, five logins of a session at a time, without retries.
 *
 * One person's failure never fails the request: it is reported beside that login, and the others are still tried. After
 * a rate limit they are not: whose turn had not come is reported with the limit too (decision M4). When time is up or
 * the service stops, calls that were made are waited for and no other is made; the rest is reported as not tried.
 * Input is checked before rights, in the order of the specification. Rights are those of the sign-in; the code host
 * checks its own. Throws, having sent nothing, when the audit trail cannot be written.
 */
export function createInviteMembers(deps: InviteMembersDeps) {
  const { codeHost, freshSession, audited, countSends, log, stopping, inviteLimitMs = INVITE_LIMIT_MS } = deps;
  // Shared by all requests of a session on this instance.
  const inLane = createLanes<SessionKey>({ each: INVITE_CONCURRENCY });

  return async ({
    session,
    asked,
    login,
    userLogins,
  }: InviteRequest): Promise<Result<readonly Attempt[], InviteRefusal>> => {
    const wanted = login.trim();
    if (wanted === '') return refuse('no-organization');
    const invitees = parseInvitees(userLogins);
    if (!invitees.ok) return invitees;
    const membership = membershipIn(session, wanted);
    if (membership === null || !membership.viewerCanAdminister) return refuse('not-admin');
    const cutOff = createCutOff(inviteLimitMs, stopping);
    try {
      const fresh = await freshSession(session);
      if (!fresh.ok) return refuse('no-session');
      const { organization } = membership;
      const changes = invitees.value.map((login) => inviting(asked, organization, login));
      const sent = await audited(changes, (settle) =>
        inviteAll(fresh.value, organization, { logins: invitees.value, cutOff, settle }),
      );
      if (!sent.ok) throw new Error('nobody was invited: the audit trail cannot be written');
      return sent;
    } finally {
      cutOff.lift();
    }
  };

  async function inviteAll(
    { key, user, grant }: Session,
    { id: organizationId, login: organization }: Organization,
    {
      logins,
      cutOff,
      settle,
    }: { readonly logins: readonly string[]; readonly cutOff: CutOff; readonly settle: Settle },
  ): Promise<readonly Attempt[]> {
    const inviting: Inviting = { token: grant.accessToken, organization, inviter: user.login };
    const fields = { userId: user.id, organization };
    log.info({ ...fields, logins: logins.length }, 'invitations begin');
    void cutOff.happened.then((cut) => log.warn({ ...fields, cut }, 'invitations are cut short'));

    const counted = countSends({ userId: user.id, organizationId, calls: logins.length }, logins.length);
    let limit: Extract<LoginRefusal, { readonly kind: 'rate-limited' }> | null = null;
    const attempts = await inTurns<string, Attempt>(logins, {
      atOnce: INVITE_CONCURRENCY,
      inLane: (work) => inLane(key, work),
      cutOff,
      work: async (login) => {
        const outcome = await inviteOne(inviting, login, cutOff);
        if (!outcome.ok && outcome.refusal.kind === 'rate-limited') limit ??= outcome.refusal;
        settle(logins.indexOf(login), auditOutcome(login, outcome));
        return { login, outcome };
      },
      without: (login) => (limit === null ? null : { login, outcome: refuse(limit) }),
      cutBefore: (login, cut) => ({ login, outcome: refuse({ kind: 'not-tried', cut }) }),
    });
    for (const [place, { login, outcome }] of attempts.entries()) settle(place, auditOutcome(login, outcome));
    const invited = attempts.filter(({ outcome }) => outcome.ok).length;
    counted(invited);
    log.info({ ...fields, invited, failed: attempts.length - invited }, 'invitations were sent');
    return attempts;
  }

  async function inviteOne(inviting: Inviting, login: string, cutOff: CutOff): Promise<Outcome> {
    const user = await codeHost.findUser(inviting, login);
    if (!user.ok) return user;
    if (user.value === null) return refuse({ kind: 'not-found' });
    const cut = cutOff.cut();
    return cut === null ? codeHost.invite(inviting, user.value) : refuse({ kind: 'not-tried', cut });
  }
}

const inviting = (asked: Asked, organization: Organization, login: string): AuditEvent => ({
  ...asked,
  organization: { id: organization.id, login: organization.login },
  action: 'invitation.sent',
  target: { kind: 'person', id: null, name: login },
  before: {},
  after: {},
  deliveryId: null,
});

function auditOutcome(login: string, outcome: Outcome): AuditOutcome {
  if (outcome.ok) return { outcome: 'done' };
  const words = tellFailure(login, outcome.refusal).error;
  return { outcome: outcome.refusal.kind === 'not-confirmed' ? 'unknown' : 'refused', words };
}
