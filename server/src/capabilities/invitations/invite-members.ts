import pLimit from 'p-limit';
import { parseInvitees } from '../../domain/invitees.ts';
import { INVITE_CONCURRENCY } from '../../domain/limits.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import { type HostToken, membershipIn, type Session } from '../../domain/session.ts';
import type { CodeHost } from '../../ports/code-host.ts';
import type { Log } from '../../ports/system.ts';
import type { FreshSession } from '../../sessions/fresh-session.ts';
import { failureText, type InviteRefusal, userNotFound } from './messages.ts';

export interface InviteMembersDeps {
  readonly codeHost: Pick<CodeHost, 'findUser' | 'invite'>;
  readonly freshSession: FreshSession;
  readonly log: Log;
}

/** What became of every login, each in one of the two lists, both in the order of the request. */
export interface InviteReport {
  readonly success: string[];
  readonly failed: { login: string; error: string }[];
}

/**
 * Invites people into an organization with the user's own token, five logins at a time, without retries.
 *
 * One person's failure never fails the request: it is reported beside that login, and the others are still tried.
 * Input is checked before rights, in the order of the specification. Rights are those of the sign-in; the code host
 * checks its own.
 */
export function createInviteMembers({ codeHost, freshSession, log }: InviteMembersDeps) {
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
    const { accessToken } = fresh.value.grant;
    const failures = await pLimit(INVITE_CONCURRENCY).map(invitees.value, (invitee) =>
      inviteOne(accessToken, { organization, login: invitee }),
    );
    const report = reportOf(invitees.value, failures);
    log.info(
      { userId: session.user.id, organization, invited: report.success.length, failed: report.failed.length },
      'invitations were sent',
    );
    return ok(report);
  };

  /** Why this login was not invited, or null when it was. */
  async function inviteOne(
    token: HostToken,
    { organization, login }: { readonly organization: string; readonly login: string },
  ): Promise<string | null> {
    const user = await codeHost.findUser(token, organization, login);
    if (!user.ok) return failureText(user.refusal);
    if (user.value === null) return userNotFound(login);
    const invited = await codeHost.invite(token, organization, user.value);
    return invited.ok ? null : failureText(invited.refusal);
  }
}

function reportOf(logins: readonly string[], failures: readonly (string | null)[]): InviteReport {
  const report: InviteReport = { success: [], failed: [] };
  for (const [index, login] of logins.entries()) {
    const error = failures[index] ?? null;
    if (error === null) report.success.push(login);
    else report.failed.push({ login, error });
  }
  return report;
}
