import pLimit from 'p-limit';
import { parseInvitees } from '../../domain/invitees.ts';
import { INVITE_CONCURRENCY } from '../../domain/limits.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import { membershipIn, type Session } from '../../domain/session.ts';
import type { CodeHost, Inviting } from '../../ports/code-host.ts';
import type { Log } from '../../ports/system.ts';
import type { FreshSession } from '../../sessions/fresh-session.ts';
import { type InviteReport, type LoginRefusal, type RateLimit, reportOf } from './invite-report.ts';
import type { InviteRefusal } from './messages.ts';
import { createSessionLanes } from './session-lanes.ts';

export interface InviteMembersDeps {
  readonly codeHost: Pick<CodeHost, 'findUser' | 'invite'>;
  readonly freshSession: FreshSession;
  readonly log: Log;
}

/**
 * Invites people into an organization with the user's own token, five logins of a session at a time, without retries.
 *
 * One person's failure never fails the request: it is reported beside that login, and the others are still tried. After
 * a rate limit they are not: whose turn had not come is reported with the limit too (decision M4).
 * Input is checked before rights, in the order of the specification. Rights are those of the sign-in; the code host
 * checks its own.
 */
export function createInviteMembers({ codeHost, freshSession, log }: InviteMembersDeps) {
  const inLane = createSessionLanes();
  return async (session: Session, login: string, userLogins: unknown): Promise<Result<InviteReport, InviteRefusal>> => {
    const wanted = login.trim();
    if (wanted === '') return refuse('no-organization');
    const invitees = parseInvitees(userLogins);
    if (!invitees.ok) return invitees;
    const membership = membershipIn(session, wanted);
    if (membership === null || !membership.viewerCanAdminister) return refuse('not-admin');
    const fresh = await freshSession(session);
    if (!fresh.ok) return refuse('no-session');

    const organization = membership.organization.login;
    const inviting = { token: fresh.value.grant.accessToken, organization, inviter: session.user.login };
    const run = { userId: session.user.id, organization };
    log.info({ ...run, logins: invitees.value.length }, 'invitations begin');
    let limit: RateLimit | null = null;
    const attempts = await pLimit(INVITE_CONCURRENCY).map(invitees.value, async (invitee) => ({
      login: invitee,
      outcome: await inLane(session.key, async () => {
        if (limit !== null) return refuse(limit);
        const outcome = await inviteOne(inviting, invitee);
        if (!outcome.ok && outcome.refusal.kind === 'rate-limited') limit ??= outcome.refusal;
        return outcome;
      }),
    }));
    const report = reportOf(attempts);
    log.info({ ...run, invited: report.success.length, failed: report.failed.length }, 'invitations were sent');
    return ok(report);
  };

  async function inviteOne(inviting: Inviting, login: string): Promise<Result<void, LoginRefusal>> {
    const user = await codeHost.findUser(inviting, login);
    if (!user.ok) return user;
    if (user.value === null) return refuse({ kind: 'not-found' });
    return codeHost.invite(inviting, user.value);
  }
}
