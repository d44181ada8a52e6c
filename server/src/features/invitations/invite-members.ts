import { INVITEES_MAX } from '@orgdesk/contract/limits';
import { beginAudited, type SettledChange, type StartedChanges } from '../../audit/audited.ts';
import { findUser } from '../../code-host/people/find-user.ts';
import { invite } from '../../code-host/people/invitations.ts';
import type { InvitationContext, NamedOrganization } from '../../code-host/people/types.ts';
import { type Organization, sameLogin } from '../../domain/account.ts';
import type { AuditEvent, AuditOrigin } from '../../domain/audit-entry.ts';
import { membershipIn, type Session } from '../../domain/session.ts';
import { createConcurrencyLimit } from '../../lib/concurrency.ts';
import { INVITE_CONCURRENCY } from '../../lib/limits/jobs.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { SessionKey } from '../../lib/secrets.ts';
import { createDeadline, type Deadline, workOnList } from '../../lib/work-on-list.ts';
import { loginAfterRename, type MembershipRefusal, renamedOrganization } from '../../sessions/live-rights.ts';
import { failureView, type InviteRefusal, type LoginRefusal } from './mass-messages.ts';
import { countSends, type InvitationServices } from './services.ts';

type InviteOutcome = Result<void, LoginRefusal>;

interface InviteRequest {
  readonly session: Session;
  readonly requester: AuditOrigin;
  /** The organization's login. */
  readonly login: string;
  readonly userLogins: unknown;
}

export interface Attempt {
  readonly login: string;
  readonly outcome: InviteOutcome;
}

/**
 * Invites users with the person's token, five at a time per session, without retries.
 *
 * A failure affects one user only; a rate limit (decision M4) or the deadline ends the rest. Checks input before
 * rights, as specified. Rights are those at sign-in. The first lookup finds the login's current organization, whose
 * audit log is written; people outside it are refused. Throws before sending if the log cannot be written.
 */
export function createInviteMembers({ runtime, codeHost, sessions, audit, jobs, limits }: InvitationServices) {
  const { log } = runtime;
  // A session's requests queue together.
  const limitPerSession = createConcurrencyLimit<SessionKey>({ each: INVITE_CONCURRENCY });

  return async ({
    session,
    requester,
    login,
    userLogins,
  }: InviteRequest): Promise<Result<readonly Attempt[], InviteRefusal>> => {
    const organizationLogin = login.trim();
    if (organizationLogin === '') return refuse('no-organization');
    const invitees = parseInvitees(userLogins);
    if (!invitees.ok) return invitees;
    const membership = membershipIn(session, organizationLogin);
    if (membership === null) return notListed(session, organizationLogin);
    if (!membership.viewerCanAdminister) return refuse('not-admin');
    const deadline = createDeadline(limits.inviteMs, limits.stopping);
    try {
      const fresh = await sessions.fresh(session);
      if (!fresh.ok) return refuse('no-session');
      const { organization } = membership;
      return await inviteAll(fresh.value, organization, { requester, logins: invitees.value, deadline });
    } finally {
      deadline.clear();
    }
  };

  /** An organization that the session does not list may be in it by a former login. Who is not in it learns nothing. */
  async function notListed(session: Session, login: string): Promise<Result<never, InviteRefusal>> {
    const accountIds = session.memberships.map(({ organization }) => organization.id);
    const records = await sessions.installations.findByAccounts(accountIds);
    if (!records.some(({ accountLogin }) => sameLogin(accountLogin, login))) return refuse('not-admin');
    const member = await sessions.membership(session, login);
    if (!member.ok) return refuse(OF_NOT_LISTED[member.refusal.kind] ?? 'failed');
    const { organization, organizationId } = member.value;
    const former = session.memberships.find(({ organization: { id } }) => id === organizationId)?.organization.login;
    return refuse(former === undefined ? 'not-admin' : renamedOrganization(former, organization));
  }

  async function inviteAll(
    { key, user, grant }: Session,
    { id: idAtSignIn, login: organization }: Organization,
    {
      requester,
      logins,
      deadline,
    }: Pick<InviteRequest, 'requester'> & {
      readonly logins: readonly string[];
      readonly deadline: Deadline;
    },
  ): Promise<Result<readonly Attempt[], InviteRefusal>> {
    const at: InvitationContext = { token: grant.accessToken, organization, inviter: user.login };
    const fields = { userId: user.id, organization };
    log.info({ ...fields, logins: logins.length }, 'sending invitations');
    void deadline.passed.then((cut) => log.warn({ ...fields, cut }, 'invitations were interrupted'));

    const met: { limit: InviteLimit | null; isOutsider: boolean } = { limit: null, isOutsider: false };
    const sending: { started: StartedInvitations | null } = { started: null };
    const begin = ({ id, login }: NamedOrganization): StartedInvitations => {
      const changes = logins.map((invitee) => inviting(requester, { id, login }, invitee));
      const counted = countSends(
        runtime,
        jobs.store,
        { userId: user.id, organizationId: id, calls: logins.length },
        logins.length,
      );
      return { ...beginAudited(audit.audited, changes), organizationId: id, counted };
    };

    const inviteOne = async (login: string): Promise<InviteOutcome> => {
      const found = await findUser(codeHost.as(at), at, login);
      if (!found.ok) return found;
      const { invitee, liveOrganization } = found.value;
      const live = liveOrganization.ok ? liveOrganization.value : null;
      if (sending.started === null && liveOrganization.ok && live?.viewerBelongs !== true) {
        met.isOutsider = true;
        return refuse({ kind: 'other-organization' });
      }
      if (live !== null) sending.started ??= begin(live.organization);
      await sending.started?.intended;
      if (invitee === null) return refuse({ kind: 'not-found' });
      if (sending.started === null)
        return liveOrganization.ok ? refuse({ kind: 'other-organization' }) : liveOrganization;
      const stopReason = deadline.stopReason();
      if (stopReason !== null) return refuse({ kind: 'not-tried', stopReason });
      const { organizationId } = sending.started;
      return invite(codeHost.as(at), { ...at, organizationId, seen: live?.organization ?? null }, invitee);
    };

    const settleAll = async (attempts: readonly Attempt[]) => {
      const settle = await sending.started?.intended;
      for (const { login, outcome } of attempts) settle?.(logins.indexOf(login), auditOutcome(login, outcome));
    };

    try {
      const attempts = await workOnList<string, Attempt>(logins, {
        concurrency: INVITE_CONCURRENCY,
        limited: (work) => limitPerSession(key, work),
        deadline: deadline,
        work: async (login) => {
          const outcome = await inviteOne(login);
          if (!outcome.ok && isLimit(outcome.refusal)) met.limit ??= outcome.refusal;
          await settleAll([{ login, outcome }]);
          return { login, outcome };
        },
        skip: (login) => (met.limit === null ? null : { login, outcome: refuse(met.limit) }),
        notStarted: (login, stopReason) => ({ login, outcome: refuse({ kind: 'not-tried', stopReason }) }),
      });
      const { started: begun } = sending;
      const isOther =
        met.limit?.kind === 'other-organization' || (begun !== null && begun.organizationId !== idAtSignIn);
      if (isOther) sessions.membership.invalidate(organization);
      if (met.isOutsider && begun === null) {
        const now = await loginAfterRename(codeHost, grant.accessToken, { id: idAtSignIn, login: organization });
        if (!now.ok) return refuse('failed');
        return refuse(now.value === null ? 'not-admin' : renamedOrganization(organization, now.value));
      }
      await settleAll(attempts);
      const invited = attempts.filter(({ outcome }) => outcome.ok).length;
      begun?.counted(invited);
      log.info({ ...fields, invited, failed: attempts.length - invited }, 'invitations were sent');
      return ok(attempts);
    } finally {
      await sending.started?.end();
    }
  }
}

/** In the order of the checks. */
type InviteesRefusal = 'no-invitees' | 'not-text' | 'too-many';

/**
 * Trims logins and drops blanks and exact duplicates, keeping the order. `User` and `user` count as two. Specification:
 * mass invite.
 */
export function parseInvitees(input: unknown): Result<readonly string[], InviteesRefusal> {
  if (!Array.isArray(input) || input.length === 0) return refuse('no-invitees');
  if (!input.every((entry): entry is string => typeof entry === 'string')) return refuse('not-text');

  const logins = [...new Set(input.map((entry) => entry.trim()).filter((entry) => entry !== ''))];
  if (logins.length === 0) return refuse('no-invitees');
  if (logins.length > INVITEES_MAX) return refuse('too-many');
  return ok(logins);
}

/** The rest could not be read. */
const OF_NOT_LISTED: Readonly<Partial<Record<MembershipRefusal['kind'], 'no-session' | 'not-admin'>>> = {
  'no-session': 'no-session',
  'no-organization': 'not-admin',
  'not-a-member': 'not-admin',
};

interface StartedInvitations extends StartedChanges {
  readonly organizationId: number;
  readonly counted: (sent: number) => void;
}

/** Refusals that all further requests would also get. */
type InviteLimit = Extract<LoginRefusal, { readonly kind: 'rate-limited' | 'other-organization' }>;

const isLimit = (refusal: LoginRefusal): refusal is InviteLimit =>
  refusal.kind === 'rate-limited' || refusal.kind === 'other-organization';

const inviting = (requester: AuditOrigin, organization: NamedOrganization, login: string): AuditEvent => ({
  ...requester,
  organization,
  action: 'invitation.sent',
  target: { kind: 'person', id: null, name: login },
  before: {},
  after: {},
  deliveryId: null,
});

function auditOutcome(login: string, outcome: InviteOutcome): SettledChange {
  if (outcome.ok) return { outcome: 'done' };
  const message = failureView(login, outcome.refusal).error;
  return { outcome: outcome.refusal.kind === 'not-confirmed' ? 'unknown' : 'refused', message };
}
