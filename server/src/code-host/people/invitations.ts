import { type Static, Type } from 'typebox';
import type { ChangeRefusal, InvitationRefusal } from '../../domain/host-refusal.ts';
import { INVITATION_FRESH_MS } from '../../lib/limits/invitations.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { hostPath } from '../host-path.ts';
import type { HostAnswer } from '../send/host-answer.ts';
import { saysAlreadyThere, saysOverQuota } from '../send/platform-words.ts';
import { expected } from '../send/send.ts';
import { HostId } from '../send/shapes.ts';
import { changeRefusalOf } from './changing/organization-changes.ts';
import { setMembership } from './changing/set-membership.ts';
import type { ChangeTarget, CreatedInvitation, InvitationTarget, Invitee } from './types.ts';
import { joinMethodOf, type UserClient } from './ways-in.ts';

const Invitation = Type.Object({ id: HostId, created_at: Type.Optional(Type.Unknown()) });

/**
 * Setting a membership for a member would change the role and demote an owner, so it is skipped. GitHub docs: Create an
 * organization invitation; Set organization membership for a user.
 */
export async function invite(
  client: UserClient,
  target: InvitationTarget,
  invitee: Invitee,
): Promise<Result<void, InvitationRefusal>> {
  return joinMethodOf(client.addresses, target) === 'membership'
    ? makeMember(client, target, invitee)
    : sendInvitation(client, target, invitee);
}

async function sendInvitation(
  client: UserClient,
  target: ChangeTarget,
  { id }: Invitee,
): Promise<Result<void, InvitationRefusal>> {
  const made = await postInvitation(client, target, { invitee_id: id });
  if (!made.ok) return refuse(invitationRefusalOf(made.refusal));
  const { openSince } = made.value;
  return openSince === null ? ok(undefined) : refuse({ kind: 'invited-before', since: openSince });
}

/** GitHub docs: Create an organization invitation. */
export async function postInvitation(
  { change }: UserClient,
  target: ChangeTarget,
  body: Readonly<Record<string, unknown>>,
): Promise<Result<CreatedInvitation, ChangeRefusal>> {
  const answer = await change(target, { method: 'POST', path: hostPath`/invitations`, body });
  if (!answer.ok) return answer;
  const created = expected(Invitation, answer.value.body);
  if (!created.ok) return refuse(changeRefusalOf(created.refusal));
  return ok({ id: created.value.id, openSince: olderInvitation(created.value, answer.value) });
}

async function makeMember(
  client: UserClient,
  target: ChangeTarget,
  { login, isMember }: Invitee,
): Promise<Result<void, InvitationRefusal>> {
  if (isMember) return refuse({ kind: 'already-member' });
  const set = await setMembership(client, target, { login, role: 'member' });
  return set.ok ? ok(undefined) : refuse(invitationRefusalOf(set.refusal));
}

/**
 * Returns null for a new invitation. For a person already invited, the platform has answered 201 with the old one and
 * sent nothing.
 */
function olderInvitation({ created_at }: Static<typeof Invitation>, { answeredAt }: HostAnswer): Date | null {
  const createdAt = new Date(typeof created_at === 'string' ? created_at : Number.NaN);
  return answeredAt.getTime() - createdAt.getTime() > INVITATION_FRESH_MS ? createdAt : null;
}

/** The platform uses one code for all these refusals; only the message differs. */
function invitationRefusalOf(refusal: ChangeRefusal): InvitationRefusal {
  if (refusal.kind !== 'rejected' || refusal.status !== 422) return refusal;
  const { message } = refusal;
  if (saysAlreadyThere(message)) return { kind: 'already-there', message };
  if (saysOverQuota(message)) return { kind: 'over-quota', message };
  return refusal;
}
