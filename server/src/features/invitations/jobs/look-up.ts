import type { CodeHost } from '../../../code-host/code-host.ts';
import { samePerson } from '../../../domain/invited-person.ts';
import type { RowWork } from '../../../jobs/row-steps.ts';
import type { Runner } from '../../../jobs/runner.ts';
import type { JobRow } from '../../../jobs/store/types.ts';
import { INVITATION_FRESH_MS } from '../../../lib/limits/invitations.ts';
import { ok, refuse } from '../../../lib/result.ts';

/** Members are found by login only. If the code host adds people directly, a member was added by this row. */
export async function lookUp(codeHost: CodeHost, inviting: Runner, row: JobRow): ReturnType<RowWork['lookUp']> {
  if (row.login !== null) {
    const membership = await codeHost.membershipOf(inviting, row.login);
    if (!membership.ok) return membership;
    if (membership.value === 'active' && codeHost.hasInvitations(inviting))
      return ok({ outcome: 'already-member', words: null, invitationId: null, audit: 'unknown' });
    if (membership.value === null) return ok(null);
    if (!codeHost.hasInvitations(inviting))
      return ok({ outcome: 'sent', words: null, invitationId: null, audit: 'done' });
  }
  const listed = await codeHost.listedInvitations(inviting);
  if (!listed.ok) return refuse(listed.refusal);
  const own = listed.value.filter((invitation) => samePerson(row, invitation));
  const sent = own.find(({ createdAt }) => isOfThisTime(row, createdAt));
  if (sent !== undefined) return ok({ outcome: 'sent', words: null, invitationId: sent.id, audit: 'done' });
  const isInvited = row.login !== null || own.some(({ state }) => state === 'open');
  return ok(isInvited ? { outcome: 'already-invited', words: null, invitationId: null, audit: 'unknown' } : null);
}

/** Allows for clock differences between service and code host. */
const isOfThisTime = ({ sendingAt }: JobRow, createdAt: Date): boolean =>
  sendingAt !== null && createdAt.getTime() >= sendingAt.getTime() - INVITATION_FRESH_MS;
