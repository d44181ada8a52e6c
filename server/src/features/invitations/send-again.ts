import type { CodeHost } from '../../code-host/code-host.ts';
import { findInvitee } from '../../code-host/people/find-user.ts';
import { createInvitation, readTeamsOfInvitation, removeInvitation } from '../../code-host/people/invitations.ts';
import type { ChangeTarget, HostInvitation, InvitationContext, NewInvitation } from '../../code-host/people/types.ts';
import { samePerson } from '../../domain/account.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { ChangeContext, InvitationChange } from './change-invitations.ts';
import { type ListedRefusal, limitOf } from './listed-messages.ts';
import type { InvitationServices } from './services.ts';

/**
 * Creates an equal invitation, then removes the former one. If the code host rejects duplicates, removes the former one
 * first; for an open one, creation is then tried twice, so that nobody loses an invitation.
 */
export async function sendAgain(
  { runtime, codeHost }: InvitationServices,
  former: HostInvitation,
  context: ChangeContext,
): Promise<InvitationChange> {
  const { inviting, organizationId, invitations, chosen, stopReason, report, isGone } = context;
  if (former.source === 'scim') return refuse({ kind: 'from-provider' });
  const isSame = (other: HostInvitation) => other.id !== former.id && samePerson(other, former);
  if (chosen.slice(0, chosen.indexOf(former)).some(isSame)) return refuse({ kind: 'not-tried', after: null });
  if (invitations.some((other) => other.state === 'open' && isSame(other))) return refuse({ kind: 'already-invited' });
  const found = await copyOf(codeHost, context, former);
  if (!found.ok) return found;
  const { seen, ...newInvitation } = found.value;
  const target = { ...inviting, organizationId, seen };

  const made = await createInvitation(codeHost.as(target), target, newInvitation);
  const isBlocked = made.ok ? made.value.id === former.id : isRefusedFor(former, made.refusal);
  if (!isBlocked) {
    if (!made.ok) return made;
    if (made.value.openSince !== null) return refuse({ kind: 'already-invited' });
    const removed = await removeInvitation(codeHost.as(target), target, former.id);
    if (!removed.ok && !(removed.refusal.kind === 'missing' && (await isGone(former.id)))) {
      report(removed.refusal);
      runtime.log.warn({ invitationId: former.id, refusal: removed.refusal.kind }, LEFT);
    }
    return ok({ newId: made.value.id });
  }
  const stopped = stopReason();
  if (stopped !== null) return refuse({ kind: 'not-tried', ...stopped });
  const removed = await removeInvitation(codeHost.as(target), target, former.id);
  if (!removed.ok && removed.refusal.kind === 'missing' && (await isGone(former.id))) return refuse({ kind: 'gone' });
  if (!removed.ok && removed.refusal.kind !== 'not-confirmed') return removed;
  return makeInPlace(codeHost, target, newInvitation, { ...former, removed: removed.ok });
}

/** Teams of a failed invitation cannot be read. */
async function copyOf(
  codeHost: CodeHost,
  { inviting, isGone }: Pick<ChangeContext, 'inviting' | 'isGone'>,
  former: HostInvitation,
): Promise<Result<NewInvitation & Pick<ChangeTarget, 'seen'>, ListedRefusal>> {
  const role = ROLES.find((each) => each === former.role);
  if (role === undefined) return refuse({ kind: 'other-role', role: former.role });
  const isWithoutTeams = former.state === 'failed' || former.teamCount === 0;
  const teams = isWithoutTeams ? ok([]) : await readTeamsOfInvitation(codeHost.as(inviting), inviting, former.id);
  if (!teams.ok)
    return teams.refusal.kind === 'missing' && (await isGone(former.id)) ? refuse({ kind: 'gone' }) : teams;
  // Last, because it also reads the organization right before the change.
  const invitee = await inviteeOf(codeHost, inviting, former);
  return invitee.ok ? ok({ ...invitee.value, role, teamIds: teams.value }) : invitee;
}

async function inviteeOf(
  codeHost: CodeHost,
  inviting: InvitationContext,
  { login, email }: HostInvitation,
): Promise<Result<Pick<NewInvitation, 'invitee'> & Pick<ChangeTarget, 'seen'>, ListedRefusal>> {
  if (login === null) return email === null ? refuse({ kind: 'gone' }) : ok({ invitee: { email }, seen: null });
  const user = await findInvitee(codeHost.as(inviting), inviting, login);
  if (!user.ok) return user;
  const { invitee, liveOrganization } = user.value;
  if (invitee === null) return refuse({ kind: 'not-found', login });
  return ok({
    invitee: { id: invitee.id },
    seen: (liveOrganization.ok && liveOrganization.value?.organization) || null,
  });
}

async function makeInPlace(
  codeHost: CodeHost,
  target: ChangeTarget,
  newInvitation: NewInvitation,
  former: Pick<HostInvitation, 'id' | 'state'> & { readonly removed: boolean },
): Promise<InvitationChange> {
  const first = await createInvitation(codeHost.as(target), target, newInvitation);
  const isFinal = first.ok || former.state === 'failed' || isLasting(first.refusal);
  const made = isFinal ? first : await createInvitation(codeHost.as(target), target, newInvitation);
  if (made.ok) {
    const { id, openSince } = made.value;
    return openSince === null && id !== former.id ? ok({ newId: id }) : refuse({ kind: 'already-invited' });
  }
  const unsure = [first, made].find((call) => !call.ok && call.refusal.kind === 'not-confirmed');
  if (unsure !== undefined && !unsure.ok) return unsure;
  if (made.refusal.kind === 'already-invited') return made;
  return refuse({ kind: 'former-gone', removed: former.removed, refusal: made.refusal });
}

const LEFT = 'an invitation was resent, but the previous one could not be removed';

/** The roles that the code host accepts. */
const ROLES = ['direct_member', 'admin', 'billing_manager'] as const;

/** Returns true if the former invitation blocks the new one. A failed one does on any unexplained 422 (decision 0085). */
const isRefusedFor = ({ state }: HostInvitation, refusal: ListedRefusal): boolean =>
  refusal.kind === 'already-invited' ||
  (state === 'failed' && refusal.kind === 'rejected' && refusal.status === UNPROCESSABLE);

const UNPROCESSABLE = 422;

/** Returns true if a retry is useless or forbidden. */
const isLasting = (refusal: ListedRefusal): boolean => refusal.kind === 'already-invited' || limitOf(refusal) !== null;
