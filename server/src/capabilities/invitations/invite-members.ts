import { INVITE_LIMIT_MS } from '@orgdesk/contract/limits';
import type { Audited, AuditOutcome } from '../../audit-trail/audited.ts';
import { type BegunChanges, beginAudited } from '../../audit-trail/begin-audited.ts';
import type { Organization } from '../../domain/account.ts';
import { parseInvitees } from '../../domain/invitations/invitees.ts';
import { INVITE_CONCURRENCY } from '../../domain/limits/invitations.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import { membershipIn, type Session, type SessionKey } from '../../domain/session.ts';
import { createLanes } from '../../installation-cache/bounded-looks.ts';
import { type CutOff, createCutOff } from '../../installation-cache/cut-off.ts';
import { inTurns } from '../../installation-cache/turns.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { Inviting } from '../../ports/code-host/invitations.ts';
import type { NamedOrganization } from '../../ports/code-host/memberships.ts';
import type { Asked, AuditEvent } from '../../ports/storage/audit-trail.ts';
import type { CountSends } from '../../ports/storage/invitation-jobs.ts';
import type { Log } from '../../ports/system.ts';
import type { FreshSession } from '../../sessions/fresh-session.ts';
import type { LiveMembership } from '../../sessions/live-membership.ts';
import { type InviteRefusal, type LoginRefusal, tellFailure } from './messages.ts';

export interface InviteMembersDeps {
  readonly codeHost: Pick<CodeHost, 'findUser' | 'invite'>;
  readonly freshSession: FreshSession;
  readonly liveMembership: Pick<LiveMembership, 'outdate'>;
  readonly audited: Audited;
  readonly countSends: CountSends;
  readonly log: Log;
  readonly stopping: AbortSignal;
  /** Time limit for all requests. Default: `INVITE_LIMIT_MS`. */
  readonly inviteLimitMs?: number | undefined;
}

type Outcome = Result<void, LoginRefusal>;

export interface InviteRequest {
  readonly session: Session;
  readonly asked: Asked;
  /** The organization's login. */
  readonly login: string;
  readonly userLogins: unknown;
}

export interface Attempt {
  readonly login: string;
  readonly outcome: Outcome;
}

/**
 * Invites users with the person's token, five at a time per session, without retries.
 *
 * A failure affects one user only; a rate limit (decision M4) or cut-off ends the rest. Checks input before rights, as
 * specified. Rights are those at sign-in. The first lookup finds the login's current organization, whose audit trail is
 * written; people outside it are refused. Throws before sending if the trail cannot be written.
 */
export function createInviteMembers(deps: InviteMembersDeps) {
  const { codeHost, freshSession, liveMembership, audited, countSends, log, stopping } = deps;
  const { inviteLimitMs = INVITE_LIMIT_MS } = deps;
  // Shared by all requests of a session, so that they queue together.
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
      return await inviteAll(fresh.value, organization, { asked, logins: invitees.value, cutOff });
    } finally {
      cutOff.lift();
    }
  };

  async function inviteAll(
    { key, user, grant }: Session,
    { id: idAtSignIn, login: organization }: Organization,
    {
      asked,
      logins,
      cutOff,
    }: Pick<InviteRequest, 'asked'> & {
      readonly logins: readonly string[];
      readonly cutOff: CutOff;
    },
  ): Promise<Result<readonly Attempt[], InviteRefusal>> {
    const at: Inviting = { token: grant.accessToken, organization, inviter: user.login };
    const fields = { userId: user.id, organization };
    log.info({ ...fields, logins: logins.length }, 'invitations begin');
    void cutOff.happened.then((cut) => log.warn({ ...fields, cut }, 'invitations are cut short'));

    const met: { limit: Limit | null; isOutsider: boolean } = { limit: null, isOutsider: false };
    const sending: { begun: Begun | null } = { begun: null };
    const begin = ({ id, login }: NamedOrganization): Begun => {
      const changes = logins.map((invitee) => inviting(asked, { id, login }, invitee));
      const counted = countSends({ userId: user.id, organizationId: id, calls: logins.length }, logins.length);
      return { ...beginAudited(audited, changes), organizationId: id, counted };
    };

    const inviteOne = async (login: string): Promise<Outcome> => {
      const found = await codeHost.findUser(at, login);
      if (!found.ok) return found;
      const { invitee, place } = found.value;
      const live = place.ok ? place.value : null;
      if (sending.begun === null && place.ok && live?.viewerBelongs !== true) {
        met.isOutsider = true;
        return refuse({ kind: 'other-organization' });
      }
      if (live !== null) sending.begun ??= begin(live.organization);
      await sending.begun?.intended;
      if (invitee === null) return refuse({ kind: 'not-found' });
      if (sending.begun === null) return place.ok ? refuse({ kind: 'other-organization' }) : place;
      const cut = cutOff.cut();
      if (cut !== null) return refuse({ kind: 'not-tried', cut });
      const { organizationId } = sending.begun;
      return codeHost.invite({ ...at, organizationId, seen: live?.organization ?? null }, invitee);
    };

    const settleAll = async (attempts: readonly Attempt[]) => {
      const settle = await sending.begun?.intended;
      for (const { login, outcome } of attempts) settle?.(logins.indexOf(login), auditOutcome(login, outcome));
    };

    try {
      const attempts = await inTurns<string, Attempt>(logins, {
        atOnce: INVITE_CONCURRENCY,
        inLane: (work) => inLane(key, work),
        cutOff,
        work: async (login) => {
          const outcome = await inviteOne(login);
          if (!outcome.ok && isLimit(outcome.refusal)) met.limit ??= outcome.refusal;
          await settleAll([{ login, outcome }]);
          return { login, outcome };
        },
        without: (login) => (met.limit === null ? null : { login, outcome: refuse(met.limit) }),
        cutBefore: (login, cut) => ({ login, outcome: refuse({ kind: 'not-tried', cut }) }),
      });
      const { begun } = sending;
      const isOther =
        met.limit?.kind === 'other-organization' || (begun !== null && begun.organizationId !== idAtSignIn);
      if (isOther) liveMembership.outdate(organization);
      if (met.isOutsider && begun === null) return refuse('not-admin');
      await settleAll(attempts);
      const invited = attempts.filter(({ outcome }) => outcome.ok).length;
      begun?.counted(invited);
      log.info({ ...fields, invited, failed: attempts.length - invited }, 'invitations were sent');
      return ok(attempts);
    } finally {
      await sending.begun?.end();
    }
  }
}

interface Begun extends BegunChanges {
  readonly organizationId: number;
  readonly counted: (sent: number) => void;
}

/** Refusals that all further requests would also get. */
type Limit = Extract<LoginRefusal, { readonly kind: 'rate-limited' | 'other-organization' }>;

const isLimit = (refusal: LoginRefusal): refusal is Limit =>
  refusal.kind === 'rate-limited' || refusal.kind === 'other-organization';

const inviting = (asked: Asked, organization: NamedOrganization, login: string): AuditEvent => ({
  ...asked,
  organization,
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
